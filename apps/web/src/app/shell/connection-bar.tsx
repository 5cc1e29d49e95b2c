import { useConnection } from '#platform/connection.ts'
import { CONNECTION_WORDS, STILL_WORKS, StatusBar } from './status-bar.tsx'

/** No signal, or a server that does not answer, is a state and no error: it is said quietly, and what is on the device goes on working. */
export function ConnectionBar() {
  const connection = useConnection()
  return <StatusBar parts={connection === 'ok' ? [] : [CONNECTION_WORDS[connection], STILL_WORKS]} />
}
