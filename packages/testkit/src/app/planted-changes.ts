/**
 * Adding a field and adding a kind of record must stay cheap. If a change needs more files than CONTRIBUTING lists, it has become too
 * expensive.
 */
import { execFileSync } from 'node:child_process'
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
      ['  Rating,\n', '  Rating,\n  Severity,\n'],
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

/** Adds the kind `shelter` to a copy of the repository with `npm run new -- record-kind shelter`. Returns the command's output. */
export const addShelters = (copy: string): string =>
  execFileSync(process.execPath, ['tools/new/new.ts', 'record-kind', 'shelter'], { cwd: copy, encoding: 'utf8' })
