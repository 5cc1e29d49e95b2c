import { useStatusPolling } from './status-polling.ts'

export function Background() {
  useStatusPolling()
  return null
}
