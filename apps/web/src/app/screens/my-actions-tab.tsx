import { MyActions } from '#features/actions/action-list.tsx'
import { MyWorkDays } from '#features/work-days/work-day-list.tsx'
import { useSignedIn } from '#parts/signed-in.ts'

/** What one has to do: the days on which one is expected, and one's actions. */
export const MyActionsTab = () => (
  <>
    <MyWorkDays personId={useSignedIn().id} />
    <MyActions />
  </>
)
