/**
 * `npm run setup`: looks first at what this machine lacks and says how to get it, then installs the packages.
 *
 * npm leaves out native packages that do not accept the Node it runs under, without an error: the install seems to succeed, and the build and
 * the server end later for a reason that nobody understands. Where Node is too old, as Debian 12's 18 is, npm is therefore run under the
 * project's own Node, which is a package like any other.
 *
 * Plain JavaScript as Node 12 can read it: whoever needs this has an old one.
 */
const { spawnSync } = require('node:child_process')
const { existsSync, readdirSync } = require('node:fs')
const { join, resolve } = require('node:path')
const packageJson = require('../package.json')

const root = resolve(__dirname, '..')
const NODE = packageJson.dependencies.node
// The last npm that runs under Node 18, too.
const NPM = '10.9.4'

/** What the native packages in package-lock.json accept: ^20.19 || >=22.12. */
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

/** npm 7 and later run it when the packages are there already: in time to say why some are not. */
function checkNode() {
  if (canInstall(process.versions.node)) return
  end(
    `npm runs under Node ${process.versions.node} here, and has left out packages that need a newer one.`,
    'To install them, with the Node that the project brings along:',
    '',
    '    npm run setup',
  )
}

/** Packages with native parts: there, and whole. */
async function checkInstalled(names) {
  const missing = []
  for (const name of names) await import(name).catch(() => missing.push(name))
  if (missing.length === 0) return
  end(`The packages are not installed, or not all of them (${missing.join(', ')}). To install them:`, '', '    npm run setup')
}

function setUp() {
  if (process.env.NODE_ENV !== 'production' && !process.env.DATABASE_URL && !hasPostgres())
    end(
      'PostgreSQL’s programs are missing. Install them, then run this again:',
      '',
      '    sudo apt install postgresql',
      '',
      'Or set DATABASE_URL to a database of your own.',
    )
  const node = process.versions.node
  if (!canInstall(node)) console.log(`This is Node ${node}. npm is run under Node ${NODE}, which the project brings along.`)
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
