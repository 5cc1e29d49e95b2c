// The floors of the house: imports go down only (ARCHITECTURE.md). tools/floors.test.ts plants a violation of each rule.
const rule = (name, from, to, notTo) => ({
  name,
  severity: 'error',
  from: { path: from },
  to: { path: to, ...(notTo && { pathNot: notTo }) },
})

module.exports = {
  forbidden: [
    { name: 'no circles, types included', severity: 'error', from: {}, to: { circular: true } },
    // mdast is a package of types alone, found by TypeScript under @types; virtual modules are made by vite.config.ts.
    { name: 'imports must resolve', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^(mdast$|virtual:)' } },
    rule('domain stands alone', '^packages/domain/', '^(packages/(?!domain/)|apps/)'),
    rule('domain uses zod only', '^packages/domain/', '(^|/)node_modules/(?!zod/)'),
    rule('sync and site do not lean on each other', '^packages/(sync|site)/', '^packages/(?!domain/|$1/)'),
    rule('packages do not know the apps', '^packages/', '^apps/'),
    rule('web and server meet only in packages', '^apps/(web|server)/', '^apps/(?!$1/)'),
    rule('web features are strangers', '^apps/web/src/features/([^/]+)/', '^apps/web/src/features/', '^apps/web/src/features/$1/'),
    rule(
      'server features know only people',
      '^apps/server/src/features/([^/]+)/',
      '^apps/server/src/features/',
      '^apps/server/src/features/($1|people)/',
    ),
    rule('lib knows nothing above', '^apps/web/src/lib/', '^apps/web/src/(?!lib/)'),
    rule('ui, map and data know only lib', '^apps/web/src/(ui|map|data)/', '^apps/web/src/(?!lib/|$1/)'),
    rule('parts know no feature', '^apps/web/src/parts/', '^apps/web/src/(features|app)/'),
    rule('features do not know the app', '^apps/web/src/features/', '^apps/web/src/app/'),
    rule(
      'server tools know no feature',
      '^apps/server/src/(db|http|mail|files)/|^apps/server/src/config\\.ts$',
      '^apps/server/src/(features|sync)/|^apps/server/src/(app|main)\\.ts$',
    ),
    rule('server features do not know sync or app', '^apps/server/src/features/', '^apps/server/src/(sync/|app\\.ts$|main\\.ts$)'),
    rule('stories see only what a person sees', '^e2e/', '^(packages|apps)/'),
    rule('sites are data, read as files', '.', '^sites/'),
  ],
  options: {
    // With TypeScript 7 the default parser reads nothing and reports success.
    parser: 'swc',
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    // Without these, imports by package name are not followed and the package floors go unchecked.
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
    exclude: { path: '\\.test\\.tsx?$|/testing/|/dist/|\\?(url|raw)$' },
    doNotFollow: { path: 'node_modules' },
  },
}
