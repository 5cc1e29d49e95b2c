import { ADMINISTRATOR, MEMBER } from '@trailwarden/domain'
import { MyActionsCard } from '#features/actions/lists/my-actions-card.tsx'
import { MyReportsCard } from '#features/actions/lists/my-reports-card.tsx'
import { OwnReports } from '#features/reports/form/own-reports.tsx'

/** All cards are in one file, so that a visitor's first download contains only one extra file name. */
export function HomeCards({ role }: { role: number }) {
  if (role === 0) return <OwnReports />
  if (role === MEMBER) return <MyReportsCard />
  return role >= ADMINISTRATOR && <MyActionsCard />
}
