/**
 * Each of these defects must be noticed by the test file or check that it names, all of which run on every change (tools/ci/tiers.ts). `from`
 * must occur exactly once in the file. A defect without `from` adds `to` to the end of the file, or creates the file.
 */
export type Defect = {
  about: string
  file: string
  from?: string
  to: string
  /** A vitest file, or the name of a check. */
  noticedBy: string
  /** The title of the test, or a part of it, in a file with longer tests. */
  title?: string
}

const KIND = 'packages/domain/src/record-kind.ts'
const KIND_TEST = 'packages/domain/src/record-kind.test.ts'

/** Each omits the field `detail` of Action from one place that is derived from the description of the record kind. */
const OMISSIONS: readonly Defect[] = [
  {
    about: 'patch schema without a field',
    file: KIND,
    from: 'z.strictObject({ ...mapValues(kind.editableFields, touchedSchemaOf)',
    to: "z.strictObject({ ...mapValues(Object.fromEntries(Object.entries(kind.editableFields).filter(([name]) => name !== 'detail')), touchedSchemaOf)",
    noticedBy: KIND_TEST,
  },
  {
    about: 'blank record without a field',
    file: KIND,
    from: 'const blank = mapValues(fields,',
    to: "const blank = mapValues(Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'detail')),",
    noticedBy: KIND_TEST,
  },
  {
    about: 'merge without a field',
    file: KIND,
    from: '(patch[name] === undefined ? [] : [[name, patch[name]]])',
    to: "(patch[name] === undefined || name === 'detail' ? [] : [[name, patch[name]]])",
    noticedBy: KIND_TEST,
  },
  {
    about: 'history without a field',
    file: KIND,
    from: 'const changed = kind.editableFields.filter((name) =>',
    to: "const changed = kind.editableFields.filter((name) => name !== 'detail' &&",
    noticedBy: KIND_TEST,
  },
  {
    about: 'overlay without a field',
    file: 'packages/sync/src/overlay.ts',
    from: 'return merge(kind, under, { recordId, patch,',
    to: 'const { detail: _, ...less } = patch\n  return merge(kind, under, { recordId, patch: less,',
    noticedBy: 'packages/sync/src/overlay.test.ts',
  },
  {
    about: 'document for devices without a field',
    file: 'apps/server/src/db/records/document-sql.ts',
    from: 'Object.entries<Field>(kind.fields).map(',
    to: "Object.entries<Field>(kind.fields).filter(([name]) => name !== 'detail').map(",
    noticedBy: 'apps/server/src/sync/kinds.test.ts',
  },
  {
    about: 'form defaults without a field',
    file: KIND,
    from: 'Object.fromEntries(editableFields.map((name) => [name, record[name]]))',
    to: "Object.fromEntries(editableFields.filter((name) => name !== 'detail').map((name) => [name, record[name]]))",
    noticedBy: 'apps/web/src/features/actions/form/action-values.test.ts',
  },
  {
    about: 'patch of the form without a field',
    file: KIND,
    from: '(isSameValue(before[name], after[name]) ? [] : [[name, after[name]]])',
    to: "(name === 'detail' || isSameValue(before[name], after[name]) ? [] : [[name, after[name]]])",
    noticedBy: 'apps/web/src/features/actions/form/action-values.test.ts',
  },
  {
    about: 'field without a label',
    file: 'packages/domain/src/action/action-kind.ts',
    from: ", label: 'Detail'",
    to: '',
    noticedBy: KIND_TEST,
  },
  {
    about: 'CSV file without a column',
    file: 'apps/web/src/parts/record-table/field-columns.ts',
    from: 'kind.editableFields.filter((name) =>',
    to: "kind.editableFields.filter((name) => name !== 'detail' &&",
    noticedBy: 'apps/web/src/parts/record-table/field-columns.test.ts',
  },
]

const RULES: readonly Defect[] = [
  {
    about: 'an old Open is shown as Open',
    file: 'packages/domain/src/trail-status/public-status.ts',
    from: 'ageLimitHours * 3_600_000',
    to: 'ageLimitHours * 7_200_000',
    noticedBy: 'apps/web/src/parts/status/shown-status.test.ts',
  },
  {
    about: 'wrong word for a status',
    file: 'apps/web/src/parts/status/shown-status.ts',
    from: "word: network.message || 'Unknown'",
    to: "word: network.message || 'Open'",
    noticedBy: 'apps/web/src/parts/status/shown-status.test.ts',
  },
  {
    about: 'unknown status counts as Open',
    file: 'packages/domain/src/trail-status/known-status.ts',
    from: "const RANK = { Open: 0, unknown: 1, 'Partially Open': 2",
    to: "const RANK = { Open: 1, unknown: 0, 'Partially Open': 2",
    noticedBy: 'packages/domain/src/trail-status/known-status.test.ts',
  },
  {
    about: 'members can publish trail status',
    file: 'packages/domain/src/trail-status/trail-status.ts',
    from: "if (!isManager(actor)) return refuse('not-allowed', 'only managers can publish trail status')\n",
    to: '',
    noticedBy: 'packages/domain/src/trail-status/trail-status.test.ts',
  },
  {
    about: 'wrong precision in Emergency',
    file: 'packages/domain/src/geo/precision.ts',
    from: "{ upToM: 30, band: 'exact', decimals: 5 }",
    to: "{ upToM: 60, band: 'exact', decimals: 5 }",
    noticedBy: 'packages/domain/src/geo/precision.test.ts',
  },
  {
    about: 'direction in Emergency from a position that is too uncertain',
    file: 'packages/domain/src/geo/precision.ts',
    from: 'metres >= 3 * radiusM',
    to: 'metres >= radiusM',
    noticedBy: 'apps/web/src/features/emergency/emergency-claims.test.tsx',
  },
  {
    about: 'grid reference with the wrong ellipsoid',
    file: 'packages/domain/src/geo/grid-reference.ts',
    from: 'semiMajorM: 6_377_563.396',
    to: 'semiMajorM: 6_378_137',
    noticedBy: 'packages/domain/src/geo/grid-reference.test.ts',
  },
  {
    about: 'sessions of managers last as long as those of members',
    file: 'packages/domain/src/person/session.ts',
    from: 'export const MANAGER_SESSION_DAYS = 30',
    to: 'export const MANAGER_SESSION_DAYS = 180',
    noticedBy: 'packages/domain/src/person/person.test.ts',
  },
  {
    about: 'members can list users',
    file: 'packages/api/src/permissions/people.ts',
    from: "'GET /api/users': managers,",
    to: "'GET /api/users': members,",
    noticedBy: 'apps/server/src/permission-matrix.test.ts',
    title: 'every cell of the permission matrix',
  },
]

const SYNC: readonly Defect[] = [
  {
    about: 'change is lost on its way into the outbox',
    file: 'apps/web/src/data/device/device.ts',
    from: 'await perform(db, attempted)\n',
    to: 'await perform(db, { ...attempted, outbox: {} })\n',
    noticedBy: 'apps/web/src/data/device/device.test.ts',
  },
  {
    about: 'undo does not work',
    file: 'packages/sync/src/outbox.ts',
    from: '? { outbox: { drop: waiting.map(({ command }) => command.n) } } : null',
    to: '? { outbox: { drop: [] } } : null',
    noticedBy: 'packages/sync/src/engine.test.ts',
  },
  {
    about: 'own change is reported as someone else’s',
    file: 'packages/sync/src/mirror.ts',
    from: 'outbox.map(({ command }) => command),',
    to: '[],',
    noticedBy: 'packages/sync/src/overtaking.test.ts',
  },
  {
    about: 'command without a known result leaves the outbox',
    file: 'packages/sync/src/outbox.ts',
    from: "if (!waiting || answer.outcome === 'retry' || drop.includes(waiting.command.n)) continue",
    to: 'if (!waiting || drop.includes(waiting.command.n)) continue',
    noticedBy: 'packages/sync/src/engine.test.ts',
  },
  {
    about: 'pull misses changes of a running transaction',
    file: 'apps/server/src/sync/pull/pull.ts',
    from: ' and c.xid < pg_snapshot_xmin(pg_current_snapshot())',
    to: '',
    noticedBy: 'apps/server/src/sync/pull/pull.test.ts',
  },
  {
    about: 'repeated command gets another answer',
    file: 'apps/server/src/sync/push/push.ts',
    from: 'answer: JSON.stringify(answer),',
    to: 'answer: JSON.stringify({ ...answer, version: null }),',
    noticedBy: 'apps/server/src/sync/push/push.test.ts',
  },
  {
    about: 'draft does not survive the page',
    file: 'apps/web/src/data/device/device.ts',
    from: 'if (more.draft !== undefined) await dropDraft(db, more.draft)\n',
    to: '',
    noticedBy: 'apps/web/src/data/drafts/draft.test.ts',
  },
]

const SERVER: readonly Defect[] = [
  {
    about: 'dropped security header',
    file: 'apps/server/src/http/security/security-headers.ts',
    from: "  'x-content-type-options': 'nosniff',\n",
    to: '',
    noticedBy: 'apps/server/src/http/http.test.ts',
  },
  {
    about: 'wrong cache header of trail status',
    file: 'apps/server/src/http/caching/cache-headers.ts',
    from: "STATUS_READ = 'public, max-age=1,",
    to: "STATUS_READ = 'public, max-age=300,",
    noticedBy: 'tools/release/nginx.test.ts',
  },
  {
    about: 'missing location in nginx',
    file: 'deploy/nginx.conf',
    from: 'location ~ "^/((embed/)?trails|information|help)/[a-z0-9-]{1,100}$" {',
    to: 'location ~ "^/((embed/)?trials|information|help)/[a-z0-9-]{1,100}$" {',
    noticedBy: 'apps/server/src/front-door.test.ts',
  },
  {
    about: 'visitors choose the host that the app sees',
    file: 'deploy/nginx.conf',
    from: 'proxy_set_header X-Forwarded-Host "";',
    to: '',
    noticedBy: 'apps/server/src/http/caching/nginx-headers.test.ts',
  },
  {
    about: 'tokens are stored readably',
    file: 'apps/server/src/http/security/token.ts',
    from: "createHash('sha256').update(token).digest()",
    to: 'Buffer.from(token)',
    noticedBy: 'apps/server/src/features/people/sessions/sessions.test.ts',
  },
  {
    about: 'disabled users stay logged in',
    file: 'apps/server/src/features/people/sessions/sessions.ts',
    from: "    .where('people.disabled', '=', false)\n    .executeTakeFirst()\n  if (!found) return null",
    to: '    .executeTakeFirst()\n  if (!found) return null',
    noticedBy: 'apps/server/src/permission-matrix.test.ts',
    title: 'every cell of the permission matrix',
  },
  {
    about: 'sessions work again after a restore',
    file: 'apps/server/src/db/after-restore.ts',
    from: "  sessions: tx.deleteFrom('sessions'),\n",
    to: '',
    noticedBy: 'apps/server/src/features/operations/restores.test.ts',
  },
  {
    about: 'original of a blurred photo is public among members',
    file: 'apps/server/src/features/photos/photos.ts',
    from: "  if (size === 'original' && !isManager(actor)) return null\n",
    to: '',
    noticedBy: 'apps/server/src/features/photos/photo-blur.test.ts',
  },
  {
    about: 'resolved hazards stay public',
    file: 'apps/server/src/features/actions/public-hazards.ts',
    from: "is_shown_to_riders and status = 'Unresolved' and",
    to: 'is_shown_to_riders and',
    noticedBy: 'apps/server/src/features/actions/public-hazards.test.ts',
  },
  {
    about: 'sensitive act is not in the audit log',
    file: 'apps/server/src/features/photos/photo-blur.ts',
    from: "await audit(tx, 'photo-blurred'",
    to: "if (actor.role > 4) await audit(tx, 'photo-blurred'",
    noticedBy: 'apps/server/src/features/people/privacy/audited-acts.test.ts',
  },
  {
    about: 'wrong text in an email',
    file: 'apps/server/src/features/people/people-emails.ts',
    from: 'The link expires in one hour and can only be used once.',
    to: 'The link expires in one day and can only be used once.',
    noticedBy: 'apps/server/src/features/people/accounts/accounts.test.ts',
  },
  {
    about: 'email with markup from a name',
    file: 'apps/server/src/mail/compose.ts',
    from: 'escapeHtml(part)',
    to: 'part',
    noticedBy: 'apps/server/src/mail/compose.test.ts',
  },
  {
    about: 'migration without its row type',
    file: 'apps/server/migrations/0067_access_removed_by_owners.sql',
    from: 'since timestamptz not null default now()\n',
    to: 'since timestamptz not null default now(), seen_at timestamptz\n',
    noticedBy: 'apps/server/src/db/schema/tables.test.ts',
  },
]

const WEB: readonly Defect[] = [
  {
    about: 'CSV cell that a spreadsheet runs as a formula',
    file: 'apps/web/src/lib/csv.ts',
    from: 'FORMULA_START.test(cell) ?',
    to: "cell.startsWith('=') ?",
    noticedBy: 'apps/web/src/lib/csv.test.ts',
  },
  {
    about: 'login leads to another site',
    file: 'apps/web/src/lib/next-path.ts',
    from: "leadsTo === origin && !pathname.startsWith('//')",
    to: 'leadsTo === origin',
    noticedBy: 'apps/web/src/lib/next-path.test.ts',
  },
  {
    about: 'wrong state of a change',
    file: 'apps/web/src/parts/sync/sync-state.tsx',
    from: "sent: 'Sent', attention: 'Needs you'",
    to: "sent: 'Sent', attention: 'Sent'",
    noticedBy: 'apps/web/src/parts/sync/sync-state.test.tsx',
  },
  {
    about: 'incomplete map counts as ready',
    file: 'apps/web/src/features/offline-maps/packs/map-condition.ts',
    from: 'if (stored === tileCount)',
    to: 'if (stored >= tileCount / 2)',
    noticedBy: 'apps/web/src/features/offline-maps/packs/map-condition.test.ts',
  },
  {
    about: 'old copy of trail status replaces a newer one',
    file: 'apps/web/src/data/status/status-keeper.ts',
    from: 'const next = addStatus(current.status, status)\n    if (next',
    to: 'const next = status\n    if (next',
    noticedBy: 'apps/web/src/data/status/status-keeper.test.ts',
  },
  {
    about: 'clock that is behind makes an old status look new',
    file: 'apps/web/src/platform/clock.ts',
    from: 'return Math.max(wall(),',
    to: 'return Math.min(wall(),',
    noticedBy: 'apps/web/src/platform/clock.test.ts',
  },
  {
    about: 'Back leaves the page instead of closing a layer',
    file: 'apps/web/src/ui/dialog/layer.ts',
    from: 'if (!wasReturning) closeAbove(layer)\n',
    to: '',
    noticedBy: 'apps/web/src/ui/dialog/layer.test.tsx',
  },
  {
    about: 'layer that no test closes',
    file: 'apps/web/src/parts/planted-layer.tsx',
    to: "import { Dialog } from '#ui/dialog/dialog.tsx'\n\nexport const Planted = () => <Dialog open>planted</Dialog>\n",
    noticedBy: 'tools/check/closable-layers.test.ts',
  },
  {
    about: 'bigger bundle of home',
    file: 'apps/web/src/main.tsx',
    to: "\nimport * as dexie from 'dexie'\n\nObject.assign(window, { dexie })\n",
    noticedBy: 'tests/bench/bytes/budgets.test.ts',
  },
]

const REPOSITORY: readonly Defect[] = [
  {
    about: 'import up the layers',
    file: 'apps/web/src/lib/planted.ts',
    to: "import '#ui/theme/theme.ts'\n",
    noticedBy: 'check:layers',
  },
  {
    about: 'wrong type',
    file: 'packages/domain/src/planted.ts',
    to: "export const limit: number = 'ten'\n",
    noticedBy: 'check:types',
  },
  {
    about: 'text in bad English',
    file: 'apps/web/src/features/planted.tsx',
    to: 'export const Planted = () => <p>It is tried again by itself, whoever has send it</p>\n',
    noticedBy: 'check:language',
  },
  {
    about: 'requirement without a test',
    file: 'docs/assurance/requirements.md',
    to: '\n- MAP-99 The map is round.\n',
    noticedBy: 'check:requirements',
  },
  {
    about: 'rule without a test',
    file: 'packages/domain/RULES.md',
    to: '\n- **T99** Trails are open on Sundays.\n',
    noticedBy: 'check:rules',
  },
  {
    about: 'stale result counts as current',
    file: 'tools/ci/proof-age.ts',
    from: 'known.set(key, isStale)\n    return isStale',
    to: 'known.set(key, isStale)\n    return false',
    noticedBy: 'tools/ci/proof-age.test.ts',
  },
  {
    about: 'result that its page doesn’t show',
    file: 'docs/assurance/proof/results.json',
    from: '"commands": 5162785,',
    to: '"commands": 5162786,',
    noticedBy: 'check:docs',
  },
  {
    about: 'exported function that nothing uses',
    file: 'apps/web/src/lib/csv.ts',
    to: '\nexport const plantedFunction = () => 1\n',
    noticedBy: 'check:unused',
  },
  {
    about: 'fixed wait in an e2e test',
    file: 'tests/e2e/helpers/planted.ts',
    to: "import type { Page } from '@playwright/test'\n\nexport const pause = (page: Page) => page.waitForTimeout(1000)\n",
    noticedBy: 'check:lint',
  },
  {
    about: 'private key in the repository',
    file: 'deploy/planted.txt',
    // In two parts, so that the check doesn't find it here.
    to: `-----BEGIN ${'PRIVATE KEY'}-----\n`,
    noticedBy: 'check:secrets',
  },
  {
    about: 'setting that the documentation lacks',
    file: 'docs/configuration.md',
    from: '| `HOST` | `127.0.0.1` |',
    to: '| `HOST` | `0.0.0.0` |',
    noticedBy: 'tools/docs/configuration-page.test.ts',
  },
  {
    about: 'API that older browsers lack',
    file: 'apps/web/src/main.tsx',
    to: '\nObject.assign(window, { planted: Map.groupBy([1], String) })\n',
    noticedBy: 'tools/check/newer-apis.test.ts',
  },
]

export const DEFECTS: readonly Defect[] = [...OMISSIONS, ...RULES, ...SYNC, ...SERVER, ...WEB, ...REPOSITORY]
