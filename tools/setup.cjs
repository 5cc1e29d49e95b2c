/**
 * `npm run setup`: checks what this machine lacks and prints how to install it, then installs the packages.
 *
 * npm silently omits native packages that don't support the Node version it runs with. The install seems to succeed, and later the build and
 * the server fail for an obscure reason. If Node is too old, like Debian 12's Node 18, this script therefore runs npm with the project's own
 * Node, which is a package like any other.
 *
 * Plain JavaScript for Node 12, because people who need this script have an old Node.
 */
const { spawnSync } = require('node:child_process')
const { existsSync, readdirSync } = require('node:fs')
const { join, resolve } = require('node:path')
const packageJson = require('../package.json')

const root = resolve(__dirname, '..')
const NODE = packageJson.dependencies.node
// The last npm that also runs with Node 18.
const NPM = '10.9.4'

/** Checks the version against the native packages in package-lock.json: ^20.19 || >=22.12. */
function canInstall(version) {
  const [major, minor] = version.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)
}

function end(...lines) {
  console.error(`\n${lines.map((line) => `  ${line}`).join('\n')}\n`)
  process.exit(1)
}

function hasPostgres() {
  const debian = '/usr/lib/postgresql'
  const isDebian = existsSync(debian) && readdirSync(debian).some((version) => existsSync(join(debian, version, 'bin/initdb')))
  return isDebian || spawnSync('pg_config', ['--bindir']).status === 0
}

/** npm 7 and later run this after installing the packages, in time to explain why some are missing. */
function checkNode() {
  if (canInstall(process.versions.node)) return
  end(
    `npm runs with Node ${process.versions.node} here and has omitted packages that need a newer one.`,
    'To install them with the Node that is part of the project:',
    '',
    '    npm run setup',
  )
}

/** Checks that packages with native parts are installed completely. */
async function checkInstalled(names) {
  const missing = []
  for (const name of names) await import(name).catch(() => missing.push(name))
  if (missing.length === 0) return
  end(`Packages are missing (${missing.join(', ')}). To install them:`, '', '    npm run setup')
}

function setUp() {
  if (process.env.NODE_ENV !== 'production' && !process.env.DATABASE_URL && !hasPostgres())
    end(
      'PostgreSQL’s programs are missing. Install them, then run this again:',
      '',
      '    sudo apt install postgresql',
      '',
      'Or set DATABASE_URL to your own database.',
    )
  const node = process.versions.node
  if (!canInstall(node)) console.log(`This is Node ${node}. npm runs with Node ${NODE}, which is part of the project.`)
  const install = ['install', '--no-audit', '--no-fund', '--loglevel=error']
  const command = canInstall(node) ? install : ['exec', '--yes', `--package=node@${NODE}`, `--package=npm@${NPM}`, '--', 'npm', ...install]
  const { status } = spawnSync('npm', command, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status || 1)
  if (process.env.NODE_ENV !== 'production') console.log('\n  Ready. To start the app with sample data:\n\n    npm run dev\n')
}

const [mode, ...names] = process.argv.slice(2)
if (mode === '--check-node') checkNode()
else if (mode === '--check-installed') checkInstalled(names)
else setUp()
