# Makes a root file system what every sandbox expects. Runs inside it, as its root.
set -eu
for tool in bash tar setpriv mkdir chown sed; do
  command -v "$tool" > /dev/null || { echo "the base has no $tool"; exit 3; }
done

rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/apt/archives/*.deb /var/cache/ldconfig/aux-cache
rm -rf /tmp/* /var/tmp/* /etc/apt/apt.conf.d/99mmdebstrap /etc/dpkg/dpkg.cfg.d/99mmdebstrap
for log in /var/log/* /var/log/apt/*; do
  if [ -f "$log" ]; then rm -f "$log"; fi
done
if [ -e /etc/machine-id ]; then : > /etc/machine-id; fi

# Replaced, not written through: in some bases these are links.
for file in hosts hostname resolv.conf; do rm -rf "/etc/$file"; done
printf '127.0.0.1\tlocalhost\n::1\tlocalhost ip6-localhost ip6-loopback\n127.0.1.1\tbootwright\n' > /etc/hosts
echo bootwright > /etc/hostname
: > /etc/resolv.conf
chmod 644 /etc/hosts /etc/hostname /etc/resolv.conf

# As the distribution's own container image has them: no service starts, no translations, no kept archives, no waiting
# for the disk after each file of a package.
if [ -d /etc/apt/apt.conf.d ]; then
  printf '#!/bin/sh\n\nexit 101\n' > /usr/sbin/policy-rc.d
  chmod 755 /usr/sbin/policy-rc.d
  if [ -d /etc/dpkg ]; then
    mkdir -p /etc/dpkg/dpkg.cfg.d
    echo 'force-unsafe-io' > /etc/dpkg/dpkg.cfg.d/docker-apt-speedup
  fi
  echo 'Acquire::Languages "none";' > /etc/apt/apt.conf.d/docker-no-languages
  echo 'Apt::AutoRemove::SuggestsImportant "false";' > /etc/apt/apt.conf.d/docker-autoremove-suggests
  echo 'DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/archives/partial/*.deb /var/cache/apt/*.bin || true"; };' \
    > /etc/apt/apt.conf.d/docker-clean
fi

# The ordinary user that all but system packages runs as.
sed -i -e '/^[^:]*:[^:]*:1000:/d' -e '/^developer:/d' /etc/passwd
sed -i -e '/^[^:]*:[^:]*:1000:/d' -e '/^developer:/d' /etc/group
echo 'developer:x:1000:1000::/home/developer:/bin/bash' >> /etc/passwd
echo 'developer:x:1000:' >> /etc/group
if [ -e /etc/shadow ]; then
  sed -i -e '/^developer:/d' /etc/shadow
  echo 'developer:!:19000:0:99999:7:::' >> /etc/shadow
fi
mkdir -p /home/developer /root /tmp /var/tmp /run /proc /sys /dev
if [ -d /etc/skel ]; then cp -R /etc/skel/. /home/developer; fi
chown -R 1000:1000 /home/developer
chmod 755 /home/developer
chmod 1777 /tmp /var/tmp
