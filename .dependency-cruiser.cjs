// The layers: imports go down only (ARCHITECTURE.md). tools/check/layers.test.ts plants a violation of each rule.
const rule = (name, from, to, { notFrom, notTo } = {}) => ({
  name,
  severity: 'error',
  from: { path: from, ...(notFrom && { pathNot: notFrom }) },
  to: { path: to, ...(notTo && { pathNot: notTo }) },
})

// What runs only in tests may reach up: a test starts the app it belongs to.
const TEST_CODE = '\\.test\\.tsx?$|/testing/'

module.exports = {
  forbidden: [
    { name: 'no circles, types included', severity: 'error', from: {}, to: { circular: true } },
    // mdast is a package of types alone, found by TypeScript under @types; virtual modules are made by vite.config.ts.
    { name: 'imports must resolve', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^(mdast$|virtual:)' } },
    rule('domain stands alone', '^packages/domain/', '^(packages/(?!domain/)|apps/)'),
    rule('domain uses zod only', '^packages/domain/', '(^|/)node_modules/(?!zod/)', { notFrom: TEST_CODE }),
    rule('api and site know only domain', '^packages/(api|site)/', '^packages/(?!domain/|$1/)', { notFrom: TEST_CODE }),
    rule('sample knows only domain and site', '^packages/sample/', '^packages/(?!domain/|site/|sample/)', { notFrom: TEST_CODE }),
    rule('only tools and tests draw sample data', '^(packages/(?!sample/|testkit/)|apps/)', '^packages/sample/', { notFrom: TEST_CODE }),
    rule('sync knows only domain and api', '^packages/sync/', '^packages/(?!domain/|api/|sync/)', { notFrom: TEST_CODE }),
    rule('packages do not know the apps', '^packages/(?!testkit/)', '^apps/'),
    rule('what runs in service does not know the testkit', '^(packages/(?!testkit/)|apps/)', '^(packages/testkit|tests)/', {
      notFrom: TEST_CODE,
    }),
    rule('web and server meet only in packages', '^apps/(web|server)/', '^apps/(?!$1/)'),
    rule('web features do not know each other', '^apps/web/src/features/([^/]+)/', '^apps/web/src/features/', {
      notTo: '^apps/web/src/features/$1/',
    }),
    rule('server features know only people', '^apps/server/src/features/([^/]+)/', '^apps/server/src/features/', {
      notFrom: TEST_CODE,
      notTo: '^apps/server/src/features/($1|people)/',
    }),
    rule('lib knows nothing above', '^apps/web/src/lib/', '^apps/web/src/(?!lib/)'),
    rule('platform knows only lib', '^apps/web/src/platform/', '^apps/web/src/(?!(lib|platform)/)'),
    rule('ui, map and data know only lib and platform', '^apps/web/src/(ui|map|data)/', '^apps/web/src/(?!lib/|platform/|$1/)', {
      notFrom: TEST_CODE,
    }),
    rule('parts know no feature', '^apps/web/src/parts/', '^apps/web/src/(features|app)/'),
    // Back closes our own dialogs and menus, and other MUI components would add MUI to home's first download.
    rule('only dialogs use MUI', '^apps/web/src/', '@mui/material/(?!(Dialog(Actions|Content|Title)|ListItemIcon|MenuItem)/)', {
      notFrom: '^apps/web/src/ui/dialog/(dialog|drawer|menu|mui-theme|popover)\\.tsx$',
    }),
    rule('features do not know the app', '^apps/web/src/features/', '^apps/web/src/app/'),
    // It would bring the description of one feature into another download, and a second list to keep.
    rule('only the list of features knows their descriptions', '^apps/web/src/', '^apps/web/src/features/[^/]+/index\\.ts$', {
      notFrom: '^apps/web/src/app/features\\.ts$',
    }),
    rule(
      'server tools know no feature',
      '^apps/server/src/(core|db|http|mail|files)/|^apps/server/src/config\\.ts$',
      '^apps/server/src/(features|sync|plugins)/|^apps/server/src/(app|main|features|plugins|read-config|prepare-database)\\.ts$',
      { notFrom: TEST_CODE },
    ),
    rule(
      'server features do not know sync or app',
      '^apps/server/src/(features|plugins)/',
      '^apps/server/src/(sync/|(app|main|features|plugins|read-config|prepare-database)\\.ts$)',
      { notFrom: `${TEST_CODE}|^apps/server/src/plugins/legacy/` },
    ),
    rule(
      'plugins know only people',
      '^apps/server/src/plugins/([^/]+)/',
      '^apps/server/src/(plugins/(?!plugin\\.ts$|$1/)|features/(?!people/))',
      // The import from the previous app writes records of most features.
      { notFrom: `${TEST_CODE}|^apps/server/src/plugins/legacy/` },
    ),
    rule(
      'the rest of the server knows no plugin',
      '^apps/server/src/(?!plugins/|plugins\\.ts$)',
      '^apps/server/src/plugins/(?!plugin\\.ts$)',
      {
        notFrom: TEST_CODE,
      },
    ),
    rule(
      'only features.ts lists features',
      '^apps/server/src/(?!features\\.ts$)',
      '^apps/server/src/((features/[^/]+|sync)/index|plugins)\\.ts$',
      { notFrom: TEST_CODE },
    ),
    rule('the app knows features only through features.ts', '^apps/server/src/app\\.ts$', '^apps/server/src/(features|plugins)/'),
    rule('e2e tests see only what a person sees', '^tests/e2e/', '^(packages|apps)/', { notTo: '^packages/testkit/' }),
    rule('e2e tests, fault tests and benches do not know each other', '^tests/([^/]+)/', '^tests/(?!$1/)'),
    rule('tools know no test', '^tools/', '^tests/', { notFrom: TEST_CODE }),
    rule('sites are data, read as files', '.', '^sites/'),
  ],
  options: {
    // With TypeScript 7 the default parser reads nothing and reports success.
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // Without these, imports by package name are not followed and the package layers go unchecked.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
    exclude: { path: '/dist/|\\?(url|raw)$' },
    doNotFollow: { path: 'node_modules' },
  },
}
