import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Certificate = { directory: string; certificateFile: string; keyFile: string; certificate: Buffer; key: Buffer }

export function createCertificate(): Certificate {
  const directory = mkdtempSync(join(tmpdir(), 'certificate-'))
  const { certificateFile, keyFile } = filesIn(directory)
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1'
  execFileSync('openssl', [...request.split(' '), '-keyout', keyFile, '-out', certificateFile], { stdio: 'ignore' })
  return readCertificate(directory)
}

export function readCertificate(directory: string): Certificate {
  const files = filesIn(directory)
  return { directory, ...files, certificate: readFileSync(files.certificateFile), key: readFileSync(files.keyFile) }
}

/**
 * The value for Chromium's `--ignore-certificate-errors-spki-list`. With this option, the page counts as secure, and service workers start.
 */
export function hashPublicKey({ certificate }: Certificate): string {
  const publicKey = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(publicKey).digest('base64')
}

const filesIn = (directory: string) => ({ certificateFile: join(directory, 'certificate.pem'), keyFile: join(directory, 'key.pem') })
