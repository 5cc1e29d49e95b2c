/** The empty text of each list of records, with an address that shows the list. `tools/check/empty-lists.test.ts` compares them with the app. */
export const LISTS = {
  'No outstanding actions': '/actions/outstanding',
  'No outstanding actions assigned to you': '/actions/mine',
  'No Actions yet': '/actions/all',
  'No users yet': '/management/users',
  'No reports from muted reporters.': '/management/reports',
  'Nothing to check. New reports appear here.': '/management/reports',
  'No reports have been accepted yet.': '/management/reports?list=Accepted',
  'No reports have been merged yet.': '/management/reports?list=Merged',
  'No reports have been declined yet.': '/management/reports?list=Declined',
  'No report matches': '/management/reports?list=Declined',
  'No work days yet': '/management/work-days',
  'No points yet': '/management/points',
  'No updates yet': '/management/updates',
  'No notices yet': '/management/notices',
  'Nothing to check.': '/actions/outstanding',
} as const
