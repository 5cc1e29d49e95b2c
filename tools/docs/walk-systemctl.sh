#!/bin/sh
# A substitute for systemctl in the root of `npm run walk`, which has no systemd. Starts and stops the units' commands with the units' user and settings.
# Tests of the units themselves cover what only systemd can do (limits, hardening, timers).
set -eu
units=/etc/systemd/system

value() { sed -n "s/^$1=//p" "$file" | sed "s/%i/$instance/g"; }

start() {
  case $1 in
  postgresql) service postgresql start >/dev/null; return ;;
  nginx) nginx -g 'daemon on; master_process on;'; return ;;
  *.timer) [ -e "$units/$1" ]; return ;;
  *@*) file=$units/${1%%@*}@.service instance=${1#*@} ;;
  *) file=$units/$1.service instance= ;;
  esac
  [ -e "$file" ]
  user=$(value User)
  groups=$(id -g "$user")
  for group in $(value SupplementaryGroups); do groups=$groups,$group; done
  cache=$(value CacheDirectory)
  [ -z "$cache" ] || install -d -o "$user" -m 700 "/var/cache/$cache"
  set -a
  for setting in $(value Environment); do export "${setting?}"; done
  for settings in $(value EnvironmentFile); do . "$settings"; done
  set +a
  cd "$(value WorkingDirectory)"
  umask "$(value UMask)"
  as="setpriv --reuid=$user --regid=$(id -g "$user") --groups=$groups --no-new-privs"
  if [ "$(value Type)" = oneshot ]; then
    value ExecStart | while read -r command; do HOME=/ $as $command; done
  else
    setsid $as $(value ExecStart) >>"/var/log/$1.log" 2>&1 </dev/null &
    echo $! >"/run/$1.pid"
  fi
}

stop() {
  case $1 in postgresql) service postgresql stop >/dev/null; return ;; esac
  for pid in /run/$1.pid; do
    [ -e "$pid" ] || continue
    kill "$(cat "$pid")"
    # Waits until the process has exited or is a zombie.
    while grep -q '^State:[[:space:]]*[A-Y]' "/proc/$(cat "$pid")/status" 2>/dev/null; do sleep 0.2; done
    rm "$pid"
  done
}

verb=$1
shift
for unit in "$@"; do
  case $verb,$unit in
  *,--now | daemon-reload,*) ;;
  # Each in a separate shell, so that the settings of one don't affect the next.
  enable,* | start,*) (start "$unit") ;;
  stop,*) stop "$unit" ;;
  restart,*) stop "$unit" && (start "$unit") ;;
  reload,nginx) nginx -s reload ;;
  *) echo "systemctl $verb $unit: not supported here" >&2 && exit 1 ;;
  esac
done
