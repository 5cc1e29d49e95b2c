/** docs/configuration.md and the tables of results are generated, so their numbers aren't checked. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { WEBHOOK_PAUSE_DAYS, WEBHOOK_TIMEOUT_SECONDS } from '@trailwarden/api'
import {
  ACCOUNT_REQUEST_DAYS,
  INVITATION_DAYS,
  KEYS_MAX,
  PHOTO_LARGE_SIDE,
  RECOVERY_CODES,
  SESSION_DAYS,
  SESSION_IDLE_DAYS,
  TAKE_BACK_DAYS,
} from '@trailwarden/domain'
import { REPORT_CONTACT_DAYS } from '@trailwarden/site'
import { expect, test } from 'vitest'
import { SAMPLE_PEOPLE } from '../../apps/server/src/sample-data.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (page: string) => readFileSync(join(root, page), 'utf8')
const { version } = JSON.parse(read('package.json')) as { version: string }
const records = JSON.parse(read('sites/st-helens/sample-records.json')) as { updates: unknown[]; actions: unknown[] }
const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

const [, browsers = ''] = /\((Safari 16[^)]*)\)/.exec(read('tools/check/newer-apis.ts')) ?? []

test.each([
  ['CONTRIBUTING.md', browsers.replace(/, (?=[^,]*$)/, ' and ')],
  ['README.md', `Version ${version} `],
  [
    'README.md',
    SAMPLE_PEOPLE.map(({ email }) => `\`${email}\``)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' or '),
  ],
  ['docs/commands.md', `${records.updates.length} trail updates and ${records.actions.length} Actions`],
  ['docs/integrations.md', `A site can have ${KEYS_MAX} keys`],
  ['docs/integrations.md', `within ${WEBHOOK_TIMEOUT_SECONDS} seconds`],
  ['docs/integrations.md', `After ${words[WEBHOOK_PAUSE_DAYS]} days without success`],
  ['docs/internals/life-of-an-action.md', `at most ${PHOTO_LARGE_SIDE.toLocaleString('en-AU')} px`],
  ['docs/security.md', `one of ${words[RECOVERY_CODES]} recovery codes`],
  ['docs/security.md', `a session for ${SESSION_IDLE_DAYS} days without use, and ${SESSION_DAYS} days at most`],
  ['docs/security.md', `which works for ${TAKE_BACK_DAYS} days`],
  ['docs/security.md', `at most ${ACCOUNT_REQUEST_DAYS} days`],
  ['docs/sign-in.md', `It expires in ${INVITATION_DAYS} days and can only be used once.`],
  ['sites/README.md', `default ${REPORT_CONTACT_DAYS} |`],
])('%s: "%s"', (page, sentence) => {
  expect(read(page)).toContain(sentence)
})
