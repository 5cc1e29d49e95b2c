import { useWaitingToSend } from '#data/reports/reports-waiting.ts'
import { useConnection } from '#platform/connection.ts'
import { CONNECTION_WORDS, STILL_WORKS, StatusBar } from './status-bar.tsx'

/** No signal is a normal state rather than an error, because the app still works with the data on the device. */
export function ConnectionBar() {
  const connection = useConnection()
  const waiting = useWaitingToSend()
  if (connection === 'ok') return <StatusBar parts={[]} />
  const reports = waiting > 0 && `${waiting} ${waiting === 1 ? 'report' : 'reports'} waiting to be sent`
  return <StatusBar parts={[CONNECTION_WORDS[connection], reports || STILL_WORKS]} {...(reports && { to: '/report' })} />
}
