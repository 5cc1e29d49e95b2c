/**
 * `npm run e2e` sets up PostgreSQL, the production build and a certificate for nginx, then runs the e2e tests with Playwright's arguments.
 * `npm run e2e:browsers` uses another configuration for WebKit and Firefox.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildApp } from '@trailwarden/testkit/app/build-app'
import { createCertificate, hashPublicKey } from '@trailwarden/testkit/app/certificate'
import { createSampleTemplate } from '@trailwarden/testkit/app/running-app'
import { startTestCluster } from '@trailwarden/testkit/database/postgres'

const root = resolve(import.meta.dirname, '..')
const arguments_ = process.argv.slice(2)
const config = arguments_.includes('--config') ? [] : ['--config', 'tests/e2e/playwright.config.ts']

buildApp()
const cluster = await startTestCluster()
await createSampleTemplate(cluster.url)
const certificate = createCertificate()
const playwright = spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...config, ...arguments_], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    CLUSTER_URL: cluster.url,
    CERTIFICATE_DIR: certificate.directory,
    CERTIFICATE_HASH: hashPublicKey(certificate),
    // Tests that send requests without a browser need the certificate.
    NODE_EXTRA_CA_CERTS: certificate.certificateFile,
  },
})
cluster.destroy()
rmSync(certificate.directory, { recursive: true })
process.exit(playwright.status ?? 1)
