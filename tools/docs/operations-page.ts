/** `npm run walk` runs the commands of the operators' pages, which are read from the pages so that the pages and the walk can't differ. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = join(resolve(import.meta.dirname, '../..'), 'docs')

type Section = { page: string; heading: string }
const INSTALL = { page: 'install.md', heading: 'Install on Debian' }
const DUMPS = { page: 'backup-restore.md', heading: 'Dumps in a folder' }
const TIMERS = { page: 'backup-restore.md', heading: 'Start the timers' }
const RESTORE = { page: 'backup-restore.md', heading: 'Restore a backup' }

const nameOf = ({ page, heading }: Section) => `docs/${page}, ${heading}`

function blocksOf({ page, heading }: Section): string[] {
  const sections = readFileSync(join(folder, page), 'utf8').split(/^##+ /m)
  const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? ''
  return Array.from(section.matchAll(/^```sh\n([\s\S]*?)^```$/gm), (match) => match[1] ?? '')
}

function one(section: Section, wanted: RegExp): string {
  const found = blocksOf(section).filter((block) => wanted.test(block))
  if (found.length !== 1 || !found[0]) throw new Error(`${nameOf(section)}: ${found.length} blocks with ${wanted}`)
  return found[0]
}

function line(section: Section, wanted: RegExp): string {
  const found = blocksOf(section)
    .flatMap((block) => block.split('\n'))
    .find((text) => wanted.test(text))
  if (!found) throw new Error(`${nameOf(section)}: no line with ${wanted}`)
  return found
}

/**
 * The walk's test system has no public domain name, no mail server and no systemd, so some text is replaced. If the text isn't found, the
 * page has changed.
 */
type Substitution = { from: RegExp; to: string; why: string }
export const substitutions = (smtpUrl: string): Substitution[] => [
  { from: /https:\/\/example\.org\/trailwarden\.git/, to: '/srv/trailwarden.git', why: 'the last commit of this checkout' },
  { from: /smtps:\/\/user:…@mail\.example\.org/, to: smtpUrl, why: 'a mailbox on loopback' },
  {
    from: /^certbot .*$/m,
    to: 'install -d /etc/letsencrypt/live/localhost\nopenssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout /etc/letsencrypt/live/localhost/privkey.pem -out /etc/letsencrypt/live/localhost/fullchain.pem 2>/dev/null',
    why: 'no authority can reach it: a certificate of its own',
  },
  { from: /trails\.example\.org/g, to: 'localhost', why: 'the name of the site' },
]

export type Step = { title: string; commands: string }

export function stepsOf(smtpUrl: string): { install: Step[]; backUp: Step[]; restore: Step[] } {
  const install = [
    { title: 'packages, source, build', commands: one(INSTALL, /^apt-get install/m) },
    { title: 'database and settings', commands: one(INSTALL, /create role/) },
    { title: 'wrapper script', commands: one(INSTALL, /printf .*\/usr\/local\/sbin\/trailwarden/) },
    { title: 'migrate, start, first administrator', commands: one(INSTALL, /^trailwarden migrate/m) },
    { title: 'nginx and its certificate', commands: one(INSTALL, /nginx -t/) },
  ]
  const all = install.map(({ commands }) => commands).join('\n')
  const options = substitutions(smtpUrl)
  for (const { from } of options) if (all.search(from) === -1) throw new Error(`${nameOf(INSTALL)}: nothing like ${from}`)
  const changed = (commands: string) => options.reduce((text, { from, to }) => text.replace(from, to), commands)
  return {
    install: install.map(({ title, commands }) => ({ title, commands: changed(commands) })),
    backUp: [
      { title: 'where backups go', commands: one(DUMPS, /BACKUP_DIR/) },
      { title: 'backup and restore test', commands: one(TIMERS, /restore-test/) },
    ],
    restore: [
      { title: 'stop the app', commands: "systemctl stop 'trailwarden@*'" },
      { title: 'restore', commands: line(RESTORE, /^trailwarden ops -- restore --replace +# dumps/) },
      { title: 'start the app', commands: line(RESTORE, /^systemctl start trailwarden@8081/) },
    ],
  }
}
