import { spawn } from 'node:child_process'

/**
 * Even a killed test run cleans up. The shell reads from a pipe that only this process holds open. Returns a function that cancels the
 * command.
 */
export function runWhenWeEnd(command: string, ...args: string[]): () => void {
  const shell = spawn('sh', ['-c', 'read -r _; exec "$@"', 'sh', command, ...args], {
    // A signal to our process group must not stop the shell first.
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
