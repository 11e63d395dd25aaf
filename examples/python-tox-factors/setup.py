from setuptools import Extension, setup

REQUIRES = ["six>=1.10"] + ["markupsafe"]

with open("README") as readme:
    text = readme.read()

setup(
    name="factored",
    long_description=text,
    python_requires=">=3.7",
    install_requires=REQUIRES,
    extras_require={"fast": ["ujson"], "slow": compute()},
    ext_modules=[Extension("factored._speed", ["speed.c"])],
    classifiers=[
        "Programming Language :: Python :: 3.7",
        "Programming Language :: Python :: 3.8",
    ],
)
