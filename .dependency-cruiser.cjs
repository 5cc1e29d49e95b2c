// The layers: imports go down only (ARCHITECTURE.md). tools/layers.test.ts plants a violation of each rule.
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
    rule('features do not know the app', '^apps/web/src/features/', '^apps/web/src/app/'),
    rule(
      'server tools know no feature',
      '^apps/server/src/(db|http|mail|files)/|^apps/server/src/config\\.ts$',
      '^apps/server/src/(features|sync|legacy)/|^apps/server/src/(app|main)\\.ts$',
      { notFrom: TEST_CODE },
    ),
    rule(
      'server features do not know sync or app',
      '^apps/server/src/features/',
      '^apps/server/src/((sync|legacy)/|app\\.ts$|main\\.ts$)',
      {
        notFrom: TEST_CODE,
      },
    ),
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
