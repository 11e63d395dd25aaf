module.exports = (config) => config.set({ browsers: ['ChromeHeadless'] });
