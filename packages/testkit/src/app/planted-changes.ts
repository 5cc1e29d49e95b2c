/**
 * The two changes that must remain cheap, file by file as described in CONTRIBUTING: a new field of Action, and a new kind of record with a
 * list and a form. Tests make them in a copy of the repository. If a change needs more files than described there, it has become too
 * expensive.
 */
import type { FileChange } from './tree-copy.ts'

export const A_FIELD: readonly FileChange[] = [
  {
    path: 'packages/domain/src/action/action-kind.ts',
    edits: [
      [
        'export const DESCRIPTION_MAX_LENGTH',
        "export const Severity = z.enum(['Unknown', 'Minor', 'Serious'])\n\nexport const DESCRIPTION_MAX_LENGTH",
      ],
      ['    detail: {', "    severity: { schema: Severity, blank: 'Unknown', label: 'Severity' },\n    detail: {"],
    ],
  },
  {
    path: 'apps/server/migrations/9001_action_severity.sql',
    text: `-- The default is the field's blank, which devices read in actions that they fetched before.
alter table actions add severity text not null default 'Unknown' check (severity in ('Unknown', 'Minor', 'Serious'));
`,
  },
  {
    path: 'apps/web/src/features/actions/form/action-form.tsx',
    edits: [
      ['Rating } from', 'Rating, Severity } from'],
      ['const STATUSES =', 'const SEVERITIES = Severity.options.map((value) => ({ value, title: value }))\nconst STATUSES ='],
      [
        "<TextAreaField {...edit.field('detail')}",
        `<ChoiceField {...edit.field('severity')} label="Severity" joined options={SEVERITIES} />
              <TextAreaField {...edit.field('detail')}`,
      ],
    ],
  },
  {
    path: 'apps/web/src/features/actions/view/action-facts.tsx',
    edits: [["'trail', 'assignedTo'", "'trail', 'severity', 'assignedTo'"]],
  },
]

export const A_KIND: readonly FileChange[] = [
  {
    path: 'packages/domain/src/shelter/shelter-kind.ts',
    text: `/** Shelters of interest that people add: huts, taps, first aid boxes. */
import * as z from 'zod/mini'
import { MANAGER } from '../person/person.ts'
import { CREATED, ID, RECORDED, type RecordOf, recordKind, UPDATED, VERSION } from '../record-kind.ts'

export const ShelterCategory = z.enum(['Hut', 'Water', 'First aid', 'Other'])

export const shelterKind = recordKind({
  name: 'shelter',
  written: {
    name: { schema: z.string().check(z.trim(), z.minLength(1, 'Required'), z.maxLength(80)), blank: '', label: 'Name' },
    category: { schema: ShelterCategory, blank: 'Other', label: 'Category' },
    detail: { schema: z.string().check(z.maxLength(4000)), blank: '', label: 'Detail', empty: 'No detail' },
  },
  given: { ...ID, ...VERSION, ...RECORDED, ...CREATED, ...UPDATED },
  operations: { deleted: { schema: z.literal(true), role: MANAGER, label: 'Deleted' } },
})
export type Shelter = RecordOf<typeof shelterKind>
`,
  },
  {
    path: 'apps/server/migrations/9002_shelters.sql',
    text: `-- Shelters of interest that people add.
create table shelters (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 80),
  category text not null check (category in ('Hut', 'Water', 'First aid', 'Other')),
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
create trigger shelters_change after insert or update or delete on shelters
  for each row execute function note_row_change('shelter');
`,
  },
  {
    path: 'apps/server/src/features.ts',
    edits: [
      [
        "import type { Core, FeatureModule, SettingsOf } from '#core/feature.ts'\n",
        "import { shelterKind } from '@trailwarden/domain/shelter/shelter-kind'\nimport { type Core, defineFeature, type FeatureModule, type SettingsOf } from '#core/feature.ts'\n",
      ],
      [
        "import { gather, gatherDeclared } from '#core/feature-list.ts'\n",
        "import { gather, gatherDeclared } from '#core/feature-list.ts'\nimport { readable } from '#core/synced-kind.ts'\nimport { applyRecordChange, byDescription } from '#db/records/record-store.ts'\n",
      ],
      [
        '    ...(await openPlugins(',
        `    shelters: defineFeature({
      name: 'shelters',
      recordKinds: {
        shelter: {
          ...readable(shelterKind, 'shelters', { since: 2 }),
          apply: applyRecordChange(shelterKind, 'shelters', byDescription(shelterKind)),
        },
      },
    }),
    ...(await openPlugins(`,
      ],
    ],
  },
  {
    path: 'apps/web/src/data/device/kinds.ts',
    edits: [
      [
        "} from '@trailwarden/domain'\n",
        "} from '@trailwarden/domain'\nimport { shelterKind } from '@trailwarden/domain/shelter/shelter-kind'\n",
      ],
      [
        '  { kind: personKind,',
        "  { kind: shelterKind, table: 'shelters', title: 'A shelter', path: () => '/shelters' },\n  { kind: personKind,",
      ],
      ['DATABASE_VERSION = 8', 'DATABASE_VERSION = 9'],
    ],
  },
  {
    path: 'apps/web/src/features/shelters/shelter-list.tsx',
    text: `import { type Shelter, shelterKind } from '@trailwarden/domain/shelter/shelter-kind'
import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useRecords } from '#data/use-records.ts'
import type { Column } from '#parts/record-table/column.ts'
import { fieldColumns } from '#parts/record-table/field-columns.ts'
import { RecordTable } from '#parts/record-table/record-table.tsx'
import { iconAdd } from '#ui/icons/icons.ts'

const SHOWN: readonly Column<Shelter>[] = [
  { id: 'name', title: 'Name', type: 'text', primary: true, value: ({ name }) => name },
  { id: 'category', title: 'Category', type: 'text', width: 140, group: true, value: ({ category }) => category },
]
const COLUMNS = [...SHOWN, ...fieldColumns(shelterKind, SHOWN)]
const ADD = { title: 'Add a shelter', icon: iconAdd, to: '/shelters/add', onPhone: true }

export function ShelterList() {
  const { timeZone } = usePageData().site
  // Safe: documents of this kind come from our server.
  const shelters = useRecords('shelters', { kind: 'shelter' })?.map(({ data }) => data as Shelter)
  if (!shelters) return null
  const card = ({ id, name, category }: Shelter) => (
    <Link to={\`/shelters/edit/\${id}\`}>
      {name} · {category}
    </Link>
  )
  return (
    <RecordTable
      collection="shelters"
      rows={shelters}
      columns={COLUMNS}
      timeZone={timeZone}
      empty="No shelters yet"
      action={ADD}
      onExport={null}
      card={card}
    />
  )
}
`,
  },
  {
    path: 'apps/web/src/features/shelters/shelter-form.tsx',
    text: `import { type Shelter, ShelterCategory, shelterKind } from '@trailwarden/domain/shelter/shelter-kind'
import { touchedOf, writtenOf } from '@trailwarden/domain'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { useRecord } from '#data/use-records.ts'
import { saveRecord } from '#parts/form/save-record.ts'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextAreaField, TextField } from '#ui/form/field.tsx'

const CATEGORIES = ShelterCategory.options.map((value) => ({ value, title: value }))

export function ShelterForm() {
  const { id } = useParams()
  const view = useRecord('shelter', id ?? '')
  // Safe: documents of this kind come from our server.
  return view === undefined ? null : <Fields key={id} shelter={(view?.data ?? null) as Shelter | null} />
}

function Fields({ shelter }: { shelter: Shelter | null }) {
  const navigate = useNavigate()
  const device = useDevice()
  const [newId] = useState(() => crypto.randomUUID())
  const [start] = useState(() => writtenOf(shelterKind, shelter ?? shelterKind.blank))
  const edit = useEditForm({
    schema: shelterKind.values,
    values: start,
    save: async (values) => {
      const isSaved = await saveRecord(device, shelterKind, shelter ? 'edit' : 'add', shelter?.id ?? newId, touchedOf(shelterKind, start, values))
      return isSaved ? { ok: true, next: () => navigate('/shelters') } : { ok: false }
    },
  })
  return (
    <EditForm form={edit} send="Save">
      <TextField {...edit.field('name')} label="Name" autoComplete="off" />
      <ChoiceField {...edit.field('category')} label="Category" options={CATEGORIES} />
      <TextAreaField {...edit.field('detail')} label="Detail" optional />
    </EditForm>
  )
}
`,
  },
  {
    path: 'apps/web/src/app/features.ts',
    edits: [
      ['import { account }', "import { MEMBER } from '@trailwarden/domain'\nimport { account }"],
      ['import type { Feature } from', 'import { defineFeature, type Feature } from'],
      [
        '  billing,\n',
        `  billing,
  defineFeature({
    name: 'shelters',
    screens: [
      {
        path: '/shelters',
        title: 'Shelters',
        access: MEMBER,
        load: () => import('#features/shelters/shelter-list.tsx').then((m) => m.ShelterList),
      },
      ...[
        { path: '/shelters/add', title: 'Add a shelter' },
        { path: '/shelters/edit/:id', title: 'Edit shelter' },
      ].map((one) => ({
        ...one,
        access: MEMBER,
        load: () => import('#features/shelters/shelter-form.tsx').then((m) => m.ShelterForm),
      })),
    ],
  }),
`,
      ],
    ],
  },
  {
    path: 'apps/web/src/app/navigation.ts',
    edits: [
      [
        "  {\n    path: '/information/about',",
        `  { path: '/shelters', title: 'Shelters', icon: iconMap, iconSelected: iconMapFill, about: 'trails', role: MEMBER },
  {
    path: '/information/about',`,
      ],
    ],
  },
]
