import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileChange } from './changes.ts'
import { listServerFeature } from './feature.ts'
import { capital, type Name, pluralOf, readName, withArticle } from './names.ts'
import { listWebFeature } from './screen.ts'

const MIGRATIONS = 'apps/server/migrations'

const kindFile = ({ dashed, pascal, camel }: Name, many: Name) => `/** ${many.title} that managers add. */
import * as z from 'zod/mini'
import { MANAGER } from '../person/person.ts'
import { CREATED, ID, RECORDED, type RecordOf, recordKind, UPDATED, VERSION } from '../record-kind.ts'
import { text } from '../text.ts'

export const ${camel}Kind = recordKind({
  name: '${dashed}',
  editableFields: {
    name: { schema: text(80).check(z.minLength(1, 'Required')), blank: '', role: MANAGER, label: 'Name' },
    detail: { schema: text(4000), blank: '', role: MANAGER, label: 'Detail', empty: 'No detail' },
  },
  serverFields: { ...ID, ...VERSION, ...RECORDED, ...CREATED, ...UPDATED },
  operations: { deleted: { schema: z.literal(true), role: MANAGER, label: 'Deleted' } },
})
export type ${pascal} = RecordOf<typeof ${camel}Kind>
`

const migration = ({ dashed }: Name, { snake, title }: Name) => `-- ${title} that managers add.
create table ${snake} (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 80),
  detail text not null check (char_length(detail) <= 4000),
  version int not null check (version > 0),
  recorded_at timestamptz not null,
  created_at timestamptz not null,
  created_by uuid not null,
  created_by_name text not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  updated_by_name text not null,
  deleted_at timestamptz
);
create trigger ${snake}_change after insert or update or delete on ${snake}
  for each row execute function note_row_change('${dashed}');
`

const serverFile = ({ dashed, camel }: Name, many: Name) => `import { ${camel}Kind } from '@trailwarden/domain/${dashed}/${dashed}-kind'
import { defineFeature, type FeatureModule } from '#core/feature.ts'
import { readable } from '#core/synced-kind.ts'
import { applyRecordChange, byDescription } from '#db/records/record-store.ts'

const openFeature = () =>
  defineFeature({
    name: '${many.dashed}',
    recordKinds: {
      '${dashed}': {
        ...readable(${camel}Kind, '${many.snake}', { since: 2 }),
        apply: applyRecordChange(${camel}Kind, '${many.snake}', byDescription(${camel}Kind)),
      },
    },
  })

export const ${many.camel} = { open: openFeature } satisfies FeatureModule
`

const webFile = ({ dashed, pascal, title }: Name, many: Name) => `import { MANAGER } from '@trailwarden/domain'
import { defineFeature } from '#parts/feature.ts'

const screens = () => import('./${dashed}-screens.tsx')

export const ${many.camel} = defineFeature({
  name: '${many.dashed}',
  screens: [{ path: '/${many.dashed}/:verb/:id?', title: '${title}', access: MANAGER, load: () => screens().then((m) => m.${pascal}Screen) }],
  tabs: [
    { page: 'management', path: '${many.dashed}', title: '${many.title}', role: MANAGER, load: () => screens().then((m) => m.${pascal}List) },
  ],
})
`

const screensFile = (
  { dashed, camel, pascal, words, title }: Name,
  many: Name,
) => `import { createPatch, pickEditableFields } from '@trailwarden/domain'
import { type ${pascal}, ${camel}Kind } from '@trailwarden/domain/${dashed}/${dashed}-kind'
import { useState } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { usePageData } from '#data/page-data.ts'
import { useRecord, useRecords } from '#data/use-records.ts'
import { FormPage } from '#parts/form/form-frame.tsx'
import { saveRecord } from '#parts/form/save-record.ts'
import { RecordMissing } from '#parts/record/record-missing.tsx'
import { RecordScreens } from '#parts/record/record-screens.tsx'
import type { Column } from '#parts/record-table/column.ts'
import { fieldColumns } from '#parts/record-table/field-columns.ts'
import { RecordTable } from '#parts/record-table/record-table.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextAreaField, TextField } from '#ui/form/field.tsx'
import { iconAdd } from '#ui/icons/icons.ts'

const LIST = '/management/${many.dashed}'

const link = ({ id, name }: ${pascal}) => <Link to={\`/${many.dashed}/edit/\${id}\`}>{name}</Link>
const SHOWN: readonly Column<${pascal}>[] = [
  { id: 'name', title: 'Name', type: 'text', primary: true, value: ({ name }) => name, render: link },
  { id: 'detail', title: 'Detail', type: 'text', value: ({ detail }) => detail },
]
const COLUMNS = [...SHOWN, ...fieldColumns(${camel}Kind, SHOWN)]
const ADD_BUTTON = { title: 'Add ${withArticle(words)}', icon: iconAdd, to: '/${many.dashed}/add', onPhone: true }

export function ${pascal}List() {
  const { timeZone } = usePageData().site
  const rows = useRecords('${many.dashed}', { kind: '${dashed}' })?.map(({ data }) => data)
  if (!rows) return null
  return (
    <RecordTable
      collection="${many.dashed}"
      rows={rows}
      columns={COLUMNS}
      timeZone={timeZone}
      empty="No ${many.words} yet"
      action={ADD_BUTTON}
      onExport={null}
      card={link}
    />
  )
}

function ${pascal}Form({ ${camel} }: { ${camel}: ${pascal} | null }) {
  const navigate = useNavigate()
  const device = useDevice()
  const [id] = useState(() => ${camel}?.id ?? crypto.randomUUID())
  const [start] = useState(() => pickEditableFields(${camel}Kind, ${camel} ?? ${camel}Kind.blank))
  const edit = useEditForm({
    schema: ${camel}Kind.values,
    values: start,
    save: async (values) => {
      const isSaved = await saveRecord(device, ${camel}Kind, ${camel} ? 'edit' : 'add', id, createPatch(${camel}Kind, start, values))
      return isSaved ? { ok: true, next: () => navigate(LIST, { replace: true }) } : { ok: false }
    },
  })
  return (
    <FormPage>
      <EditForm form={edit} send="Save">
        <TextField {...edit.field('name')} label="Name" autoComplete="off" />
        <TextAreaField {...edit.field('detail')} label="Detail" optional />
      </EditForm>
    </FormPage>
  )
}

function ${pascal}Edit() {
  const { id = '' } = useParams()
  const view = useRecord('${dashed}', id)
  if (view === undefined) return null
  return view === null ? <RecordMissing /> : <${pascal}Form key={id} ${camel}={view.data} />
}

/** Redirects to the form, which shows everything about ${withArticle(words)}. */
const ${pascal}View = () => <Navigate to={\`/${many.dashed}/edit/\${useParams().id}\`} replace />

const ADD = { title: 'Add ${withArticle(words)}', Screen: () => <${pascal}Form ${camel}={null} /> }
const EDIT = { title: '${title}', Screen: ${pascal}Edit }

export const ${pascal}Screen = () => <RecordScreens add={ADD} edit={EDIT} View={${pascal}View} />
`

const nextNumber = (root: string) => {
  const last = readdirSync(join(root, MIGRATIONS)).toSorted().at(-1) ?? '0'
  return String(Number.parseInt(last, 10) + 1).padStart(4, '0')
}

function listDeviceKind(root: string, { dashed, camel, words }: Name, many: Name): FileChange {
  const path = 'apps/web/src/data/device/kinds.ts'
  const version = Number(/DATABASE_VERSION = (\d+)/.exec(readFileSync(join(root, path), 'utf8'))?.[1])
  const entry = `{ kind: ${camel}Kind, table: '${many.camel}', title: '${capital(withArticle(words))}', path: (id) => \`/${many.dashed}/edit/\${id}\` },`
  return {
    path,
    edits: [
      ['import { noticeKind }', `import { ${camel}Kind } from '@trailwarden/domain/${dashed}/${dashed}-kind'\nimport { noticeKind }`],
      ['  { kind: personKind,', `  ${entry}\n  { kind: personKind,`],
      [`DATABASE_VERSION = ${version}`, `DATABASE_VERSION = ${version + 1}`],
    ],
  }
}

/** Adds the paths of the form to the lists of the server and nginx, which have the same order. */
const listFormPaths = ({ dashed }: Name): FileChange[] => [
  { path: 'packages/api/src/app-paths.ts', edits: [["'users'", `'users', '${dashed}'`]] },
  { path: 'deploy/nginx.conf', edits: [['|/users/[^/]+/[^/]+', `|/users/[^/]+/[^/]+|/${dashed}/[^/]+|/${dashed}/[^/]+/[^/]+`]] },
]

/**
 * A synced record kind with a name and a detail, which managers list, add and edit. Everyone who is logged in receives its records. `plural`
 * is the name of its table, its feature and its paths.
 */
export function newRecordKind(root: string, argument: string, plural = pluralOf(argument)): FileChange[] {
  const [one, many] = [readName(argument), readName(plural)]
  return [
    { path: `packages/domain/src/${one.dashed}/${one.dashed}-kind.ts`, text: kindFile(one, many) },
    { path: `${MIGRATIONS}/${nextNumber(root)}_${many.snake}.sql`, text: migration(one, many) },
    { path: `apps/server/src/features/${many.dashed}/index.ts`, text: serverFile(one, many) },
    listServerFeature(many),
    listDeviceKind(root, one, many),
    { path: `apps/web/src/features/${many.dashed}/index.ts`, text: webFile(one, many) },
    { path: `apps/web/src/features/${many.dashed}/${one.dashed}-screens.tsx`, text: screensFile(one, many) },
    listWebFeature(many),
    ...listFormPaths(many),
  ]
}
