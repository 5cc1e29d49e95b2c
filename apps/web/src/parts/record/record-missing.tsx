import { REFUSALS } from '#lib/messages/refusal.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { styled } from '#ui/styled.ts'
import { WhenFetched } from './when-fetched.tsx'

const Page = styled('div')({ padding: 16 })

/** Before the first fetch is complete, the device can't know whether the record exists. */
export const RecordMissing = ({ why = 'not-found' }: { why?: 'not-found' | 'not-allowed' }) => {
  const notice = <Notice>{REFUSALS[why]}</Notice>
  return <Page>{why === 'not-found' ? <WhenFetched isOne>{notice}</WhenFetched> : notice}</Page>
}
