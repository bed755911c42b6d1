#!/bin/sh
# The last step of the image, run in it: compile the gate, then leave only what bots need.
# Boxes made by bubblewrap see the same: /usr, the links into it, and a few files of /etc.
set -eu
cd "$(dirname "$0")"

mkdir -p /usr/lib/moonladder
gcc -O2 -Wall -Wextra -Werror -static -s -o /usr/lib/moonladder/gate gate.c

find /usr -xdev -perm /6000 -exec chmod a-s {} +
rm -rf /usr/lib/go-*/pkg/linux_*/cmd /usr/lib/jvm/*/jmods /usr/bin/*-lto-dump-*
rm -rf /usr/share/doc /usr/share/man /usr/share/locale
rm -rf /boot /home /media /mnt /opt /root /run /srv /var

# The engine has files of its own in these places, also while an image is built.
for name in hostname hosts resolv.conf; do
    : >/etc/$name
done
find /etc -mindepth 1 -maxdepth 1 \
    ! -name hostname ! -name hosts ! -name resolv.conf \
    ! -name ld.so.cache ! -name alternatives ! -name 'java-*-openjdk' -exec rm -rf {} +
cd /
rm -rf /tmp/*
