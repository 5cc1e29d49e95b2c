import { spawn } from 'node:child_process'

/**
 * Runs a command as soon as this process ends for any reason, so that even a killed test run cleans up. The shell reads from a pipe that
 * only this process holds open. Returns a function that cancels this.
 */
export function runWhenWeEnd(command: string, ...args: string[]): () => void {
  const shell = spawn('sh', ['-c', 'read -r _; exec "$@"', 'sh', command, ...args], {
    // Uses a separate process group, so that a signal to ours doesn't stop the shell first.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
  })
  shell.unref()
  const pipe = shell.stdin as typeof shell.stdin & { unref?: () => void }
  pipe.unref?.()
  pipe.on('error', () => undefined)
  return () => void shell.kill()
}
