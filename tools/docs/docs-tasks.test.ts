import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsIn, linksIn } from './links.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (page: string) => readFileSync(join(root, page), 'utf8')

/** Readers should find a page within two clicks of docs/README.md. */
function clicksToPages(): Map<string, number> {
  const clicks = new Map([['docs/README.md', 0]])
  for (const distance of [1, 2])
    for (const [page] of [...clicks].filter(([, found]) => found === distance - 1))
      for (const target of linksIn(read(page)).map((link) => link.split('#')[0] ?? '')) {
        const path = relative(root, resolve(root, dirname(page), target))
        if (target.endsWith('.md') && !clicks.has(path)) clicks.set(path, distance)
      }
  return clicks
}

function sectionOf(page: string, anchor: string): string {
  const lines = read(page).split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && anchorsIn(line).has(anchor))
  const level = /^#+/.exec(lines[start] ?? '')?.[0].length ?? 0
  const length = lines.slice(start + 1).findIndex((line) => (/^(#+) /.exec(line)?.[1]?.length ?? 7) <= level)
  return lines.slice(start, length === -1 ? undefined : start + 1 + length).join('\n')
}

const clicks = clicksToPages()

test.each([
  ['try the app', 'README.md', 'quick-start', 'npm run dev'],
  ['see which personal data is stored', 'docs/security.md', 'what-is-stored-about-people-and-for-how-long', '`people`'],
  ['install on Debian', 'docs/install.md', 'install-on-debian', 'apt-get install'],
  ['install with containers', 'docs/install.md', 'install-with-containers', 'docker-compose up -d'],
  ['set up backups', 'docs/backup-restore.md', 'set-up-backups', 'BACKUP_DIR'],
  ['restore a backup', 'docs/backup-restore.md', 'restore-a-backup', 'ops -- restore --replace'],
  ['move to another machine', 'docs/backup-restore.md', 'move-to-another-machine', 'ops -- backup'],
  ['upgrade', 'docs/upgrade.md', 'install-a-new-version', 'trailwarden migrate'],
  ['go back to the previous version', 'docs/upgrade.md', 'go-back-to-the-previous-version', 'git checkout'],
  ['act on a database that is down', 'docs/runbooks.md', 'databasedown', 'systemctl status postgresql'],
  ['read metrics', 'docs/monitoring.md', 'metrics', 'METRICS_TOKEN'],
  ['fail over to another machine', 'docs/high-availability.md', 'set-up-three-machines', 'patronictl'],
  ['change the mail server', 'docs/configuration.md', 'required-settings', 'SMTP_URL'],
  ['change the emergency number', 'sites/README.md', 'change-contacts-and-emergency-numbers', 'emergencyNumber'],
  ['add a network', 'sites/README.md', 'add-a-network', 'npm run site -- check'],
  ['change a guide page', 'sites/README.md', 'change-a-guide-page', 'guide/emergency.md'],
  ['add a base map', 'docs/base-maps.md', 'add-a-base-map', 'base-map add'],
  ['set up single sign-on', 'docs/sign-in.md', 'single-sign-on', 'OIDC_ISSUER'],
  ['embed trail status', 'docs/integrations.md', 'embed-trail-status', '<iframe'],
  ['add a webhook', 'docs/integrations.md', 'webhooks', 'webhook-signature'],
  ['create an API key', 'docs/integrations.md', 'api-keys', 'twk_'],
  ['import from the previous app', 'docs/migrate-from-previous-app.md', 'run-the-import', 'import-legacy'],
  ['add a field to a record', 'CONTRIBUTING.md', 'add-a-field-to-a-record', 'action-kind.ts'],
  ['add a screen', 'CONTRIBUTING.md', 'add-a-screen', 'app/features.ts'],
  ['report a vulnerability', 'SECURITY.md', 'report-a-vulnerability', 'security.txt'],
])('two clicks from docs/README.md are enough to %s', (_, page, anchor, content) => {
  expect(clicks.get(page), page).toBeLessThanOrEqual(2)
  expect(anchorsIn(read(page))).toContain(anchor)
  expect(sectionOf(page, anchor)).toContain(content)
})

test('two clicks from docs/README.md reach every page in docs', () => {
  const pages = globSync('docs/**/*.md', { cwd: root })
  expect(pages.length).toBeGreaterThan(100)
  expect(pages.filter((page) => !clicks.has(page))).toEqual([])
})
