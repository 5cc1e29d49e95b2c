import { styled } from '@mui/material/styles'
import { REFUSALS } from '#lib/messages/refusal.ts'
import { Notice } from '#ui/notice.tsx'

const Page = styled('div')({ padding: 16 })

/** In the place of a record that there is not, or that the person may not open. */
export const RecordMissing = ({ why = 'not-found' }: { why?: 'not-found' | 'not-allowed' }) => (
  <Page>
    <Notice>{REFUSALS[why]}</Notice>
  </Page>
)
