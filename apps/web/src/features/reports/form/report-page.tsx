import { Navigate, useSearchParams } from 'react-router'
import { useSession } from '#data/session.ts'
import { ReportForm } from './report-form.tsx'
import { ReportReceipt } from './report-receipt.tsx'

/**
 * `?sent=` is the id of a report that this device has just created. People with an account get a form with more fields, which creates an
 * Action directly.
 */
export function ReportPage() {
  const [search] = useSearchParams()
  const isSignedIn = useSession() !== null
  const sent = search.get('sent')
  if (isSignedIn && !sent) return <Navigate to={`/actions/add?${search}`} replace />
  return sent ? <ReportReceipt key={sent} id={sent} /> : <ReportForm />
}
