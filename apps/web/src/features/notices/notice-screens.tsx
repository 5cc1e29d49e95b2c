import { isInForce } from '@trailwarden/domain/notice/notice-rules'
import { useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useDevice } from '#data/device/device-session.ts'
import { useDraft } from '#data/drafts/use-draft.ts'
import { usePageData } from '#data/page-data.ts'
import { formatDateTime } from '#lib/dates.ts'
import { RecordMissing } from '#parts/record/record-missing.tsx'
import { RecordScreens } from '#parts/record/record-screens.tsx'
import { NeedsAttention } from '#parts/sync/needs-attention.tsx'
import { useNow } from '#platform/clock.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { AskFirst } from '#ui/dialog/ask-first.tsx'
import { Notice as Remark } from '#ui/feedback/notice.tsx'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import { NoticeForm } from './notice-form.tsx'
import { endNotice, type SeenNotice, stateOfNotice, useNotice } from './notices.ts'

const NEW_DRAFT = 'notice new'

function NoticeAdd() {
  const [id] = useState(() => crypto.randomUUID())
  const draft = useDraft(NEW_DRAFT)
  return draft.saved === undefined ? null : <NoticeForm notice={null} id={id} draft={draft} draftKey={NEW_DRAFT} send="Post notice" />
}

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 8 })

function Shown({ notice }: { notice: SeenNotice }) {
  const { timeZone } = usePageData().site
  const device = useDevice()
  const navigate = useNavigate()
  const now = useNow()
  const draftKey = `notice ${notice.id}`
  const draft = useDraft(draftKey)
  if (draft.saved === undefined) return null
  const isShown = isInForce(notice, now)
  const end = async () => {
    if (await endNotice(device, notice.id)) await navigate('/management/notices', { replace: true })
  }
  return (
    <NoticeForm notice={notice} id={notice.id} draft={draft} draftKey={draftKey} send={isShown ? 'Save' : 'Post again'}>
      {notice.attention.map((refused) => (
        <NeedsAttention key={refused.waiting.command.id} refused={refused} />
      ))}
      {!isShown && <Remark>This notice has ended. To show it again, set a later end time.</Remark>}
      <Head>
        <Muted>
          {stateOfNotice(notice, now)} · {notice.createdByName}, {formatDateTime(new Date(notice.createdAt), timeZone)}
          {notice.version > 1 && ` · changed by ${notice.updatedByName}`}
        </Muted>
        {isShown && (
          <AskFirst
            question="End this notice now?"
            answer="End now"
            act={() => void end()}
            button={(ask) => (
              <Button variant="outlined" sx={{ color: colour('errorText') }} onClick={ask}>
                End now
              </Button>
            )}
          >
            It will disappear for everyone who has signal.
          </AskFirst>
        )}
      </Head>
    </NoticeForm>
  )
}

function NoticeEdit() {
  const { id = '' } = useParams()
  const notice = useNotice(id)
  if (notice === undefined) return null
  return notice === null ? <RecordMissing /> : <Shown key={id} notice={notice} />
}

/** The form shows everything about a notice, so a separate view isn't needed. */
const NoticeView = () => <Navigate to={`/notices/edit/${useParams().id}`} replace />

const ADD = { title: 'Post a notice', Screen: NoticeAdd }
const EDIT = { title: 'Notice', Screen: NoticeEdit }

export const NoticeScreen = () => <RecordScreens add={ADD} edit={EDIT} View={NoticeView} />
