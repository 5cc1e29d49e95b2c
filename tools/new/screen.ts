import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileChange } from './changes.ts'
import { type Name, readName } from './names.ts'

export const listWebFeature = (feature: Name): FileChange => ({
  path: 'apps/web/src/app/features.ts',
  edits: [
    [
      "import type { Feature } from '#parts/feature.ts'\n",
      `import { ${feature.camel} } from '#features/${feature.dashed}/index.ts'\nimport type { Feature } from '#parts/feature.ts'\n`,
    ],
    ['  webhooks,\n', `  webhooks,\n  ${feature.camel},\n`],
  ],
})

/** The server and nginx list the paths in one order. */
const listPath = (path: string): FileChange[] => [
  { path: 'packages/api/src/app-paths.ts', edits: [["'/management/:tab/:section'", `'/management/:tab/:section', '${path}'`]] },
  { path: 'deploy/nginx.conf', edits: [['|/management/[^/]+/[^/]+|', `|/management/[^/]+/[^/]+|${path}|`]] },
]

const screenFile = (screen: Name) => `import { PaddedCard } from '#ui/card.tsx'

export const ${screen.pascal}Screen = () => <PaddedCard as="div">Nothing here yet.</PaddedCard>
`

const screenTest = (screen: Name) => `import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#testing/show.tsx'
import { ${screen.pascal}Screen } from './${screen.dashed}-screen.tsx'

test('shows that there is nothing yet', () => {
  show(<${screen.pascal}Screen />)
  expect(screen.getByText('Nothing here yet.')).toBeTruthy()
})
`

const entryOf = (path: string, { title, dashed, pascal }: Name) =>
  `{ path: '${path}', title: '${title}', access: 'everyone', load: () => import('./${dashed}-screen.tsx').then((m) => m.${pascal}Screen) },`

const featureFile = ({ camel, dashed }: Name, entry: string) => `import { defineFeature } from '#parts/feature.ts'

export const ${camel} = defineFeature({
  name: '${dashed}',
  screens: [
    ${entry}
  ],
})
`

/**
 * `screen trails/history` adds a screen at `/trails/history` to the feature `trails`, and `screen shelters` a feature with a screen at
 * `/shelters`. The feature is created if it doesn't exist.
 */
export function newScreen(root: string, argument: string): FileChange[] {
  const [featureName = '', screenName, ...rest] = argument.split('/')
  const feature = readName(featureName)
  const screen = readName(rest.length > 0 ? argument : (screenName ?? featureName))
  const folder = `apps/web/src/features/${feature.dashed}`
  const path = screenName === undefined ? `/${feature.dashed}` : `/${feature.dashed}/${screen.dashed}`
  const index = `${folder}/index.ts`
  const entry = entryOf(path, screen)
  const isNew = screenName === undefined || !existsSync(join(root, index))
  const listed = (): FileChange => {
    const name = `  name: '${feature.dashed}',\n`
    const hasScreens = readFileSync(join(root, index), 'utf8').includes('  screens: [')
    const edit = hasScreens ? (['  screens: [', `  screens: [\n${entry}`] as const) : ([name, `${name}  screens: [${entry}],\n`] as const)
    return { path: index, edits: [edit] }
  }
  return [
    { path: `${folder}/${screen.dashed}-screen.tsx`, text: screenFile(screen) },
    { path: `${folder}/${screen.dashed}-screen.test.tsx`, text: screenTest(screen) },
    ...(isNew ? [{ path: index, text: featureFile(feature, entry) }, listWebFeature(feature)] : [listed()]),
    ...listPath(path),
    {
      path: 'tests/e2e/shell/accessibility.spec.ts',
      edits: [["const ROUTES = [\n  '/',\n  '/404',\n", `const ROUTES = [\n  '/',\n  '/404',\n  '${path}',\n`]],
    },
  ]
}
