#!/usr/bin/env bash
# Finds the program for the next step and tells its path in the output `program`:
# the caller's own (BINARY_PATH), or the one of the release that this Action
# belongs to, which must have the checksum committed beside this file. Nothing
# that was downloaded is run here, and nothing of it is kept when it is refused.
set -euo pipefail

refuse() {
  printf '::error title=yukh::%s\n' "$1"
  exit 1
}

tell() {
  printf 'program=%s\n' "$1" >>"$GITHUB_OUTPUT"
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

if [ -n "${BINARY_PATH:-}" ]; then
  case $BINARY_PATH in
    *[[:cntrl:]]*) refuse 'binary-path is not the path of a file' ;;
    /*) program=$BINARY_PATH ;;
    *) program=$GITHUB_WORKSPACE/$BINARY_PATH ;;
  esac
  if [ ! -f "$program" ] || [ ! -x "$program" ]; then
    refuse 'binary-path names no file that can be run'
  fi
  tell "$program"
  exit 0
fi

case ${RUNNER_OS:-}/${RUNNER_ARCH:-} in
  Linux/X64) target=x86_64-unknown-linux-musl ;;
  Linux/ARM64) target=aarch64-unknown-linux-musl ;;
  *) refuse 'there are programs for Linux on x86-64 and arm64 alone; for other runners build one and name it with binary-path' ;;
esac

version=$(<"$here/version")
if [[ ! $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
  refuse 'the version file of this Action is not valid'
fi
asset=yukh-$version-$target

expected=()
while read -r digest name rest; do
  if [ "$name" = "$asset" ]; then
    expected+=("$digest$rest")
  fi
done <"$here/checksums"
if [ ${#expected[@]} -eq 0 ]; then
  refuse 'this commit belongs to no release: it has no checksum for its version. Pin the commit of a release, or build the program and name it with binary-path'
fi
if [ ${#expected[@]} -ne 1 ] || [[ ! ${expected[0]} =~ ^[0-9a-f]{64}$ ]]; then
  refuse 'the checksums of this Action are not valid'
fi

if [[ ! ${RELEASE_REPOSITORY:-} =~ ^[A-Za-z0-9-]+/[A-Za-z0-9._-]+$ ]]; then
  refuse 'an Action that is used from a local folder has no release; build the program and name it with binary-path'
fi
if ! command -v curl >/dev/null; then
  refuse 'curl is not installed; install it, or name a program with binary-path'
fi

folder=$(mktemp -d "$RUNNER_TEMP/yukh-program.XXXXXXXX")
program=$folder/yukh
url=https://github.com/$RELEASE_REPOSITORY/releases/download/v$version/$asset
if ! curl --silent --fail --location --proto '=https' --max-redirs 3 \
  --connect-timeout 10 --max-time 300 --max-filesize 67108864 --output "$program" "$url"; then
  rm -rf "$folder"
  refuse 'the program of the release could not be downloaded'
fi
found=$(sha256sum <"$program")
if [ "${found%% *}" != "${expected[0]}" ]; then
  rm -rf "$folder"
  refuse 'the downloaded program does not have the checksum that is committed for it; it was not run'
fi
chmod 0755 "$program"
tell "$program"
