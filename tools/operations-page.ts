/** The commands of docs/operations.md, as `npm run walk` follows them: taken from the page itself, so that page and walk cannot differ. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const page = readFileSync(join(resolve(import.meta.dirname, '..'), 'docs/operations.md'), 'utf8')

/** The shell blocks under a heading of the second level, those under its own sub-headings left out. */
function blocksOf(heading: string): string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`))
  const own = section?.split(/^### /m)[0] ?? ''
  return Array.from(own.matchAll(/^```sh\n([\s\S]*?)^```$/gm), (match) => match[1] ?? '')
}

function one(heading: string, wanted: RegExp): string {
  const found = blocksOf(heading).filter((block) => wanted.test(block))
  if (found.length !== 1 || !found[0]) throw new Error(`docs/operations.md, ${heading}: ${found.length} blocks with ${wanted}`)
  return found[0]
}

function line(heading: string, wanted: RegExp): string {
  const found = blocksOf(heading)
    .flatMap((block) => block.split('\n'))
    .find((text) => wanted.test(text))
  if (!found) throw new Error(`docs/operations.md, ${heading}: no line with ${wanted}`)
  return found
}

/** What the walk replaces, because its root has no name on the internet, no mail server and no systemd. Each must be found, or the page has changed. */
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

/** In the order of the page. */
export function stepsOf(smtpUrl: string): { install: Step[]; backUp: Step[]; restore: Step[] } {
  const install = [
    { title: 'packages, source, build', commands: one('Install', /^apt-get install/m) },
    { title: 'database and settings', commands: one('Install', /create role/) },
    { title: 'a word for commands', commands: one('Install', /printf .*\/usr\/local\/sbin\/trailwarden/) },
    { title: 'migrate, start, first administrator', commands: one('Install', /^trailwarden migrate/m) },
    { title: 'nginx and its certificate', commands: one('Install', /nginx -t/) },
  ]
  const all = install.map(({ commands }) => commands).join('\n')
  const wishes = substitutions(smtpUrl)
  for (const { from } of wishes) if (all.search(from) === -1) throw new Error(`docs/operations.md, Install: nothing like ${from}`)
  const changed = (commands: string) => wishes.reduce((text, { from, to }) => text.replace(from, to), commands)
  return {
    install: install.map(({ title, commands }) => ({ title, commands: changed(commands) })),
    backUp: [
      { title: 'where backups go', commands: one('Back up', /BACKUP_DIR/) },
      { title: 'backup, and restored on trial', commands: one('Back up', /restore-test/) },
    ],
    restore: [
      { title: 'stop the app', commands: "systemctl stop 'trailwarden@*'" },
      { title: 'restore', commands: line('Restore', /^trailwarden ops -- restore --replace +# dumps/) },
      { title: 'start the app', commands: line('Restore', /^systemctl start trailwarden@8081/) },
    ],
  }
}
