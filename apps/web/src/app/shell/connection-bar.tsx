import { useConnection } from '#platform/connection.ts'
import { CONNECTION_WORDS, StatusBar } from './status-bar.tsx'

/** No signal, or a server that does not answer, is a state and no error: it is said quietly, and what is on the device goes on working. */
export function ConnectionBar() {
  const connection = useConnection()
  if (connection === 'ok') return null
  return <StatusBar parts={[<b key="connection">{CONNECTION_WORDS[connection]}</b>, 'showing what is saved on this device']} />
}
