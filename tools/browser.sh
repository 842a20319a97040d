#!/bin/sh
# Finds a Chromium for the browser tests, or installs Debian's, or says how.
set -eu
for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome; do
	if [ -n "$name" ] && command -v "$name" >/dev/null; then
		exit 0
	fi
done
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
	echo "installing chromium and a Chinese font with apt-get" >&2
	apt-get update -qq
	exec apt-get install -y -qq -o DPkg::Lock::Timeout=300 chromium fonts-noto-cjk
fi
echo "Chromium is needed for the browser tests: sudo apt-get install chromium fonts-noto-cjk," >&2
echo "or say where it is: CHROMIUM=/path/to/chrome make test" >&2
exit 1
