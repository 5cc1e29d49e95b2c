import { REPORT_PHOTOS_MAX, REPORT_WORDS_MAX_LENGTH } from '@trailwarden/domain/report/report-kind'
import { type FormEvent, useState } from 'react'
import type { Photos } from '#data/device/device.ts'
import { addToReport, findWork } from '#data/reports/reporter.ts'
import { PhotoPicker } from '#parts/photo/photo-picker.tsx'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Muted } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { toast } from '#ui/feedback/toasts.ts'
import { TextAreaField } from '#ui/form/field.tsx'
import { iconMobileCheck, iconSendFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour } from '#ui/theme/theme.ts'
import type { Adding } from './adding.ts'

const Fields = styled('form')({ display: 'grid', gap: 14, color: colour('text') })

export function AddDialog({ code, adding, onClose }: { code: string; adding: Adding; onClose: () => void }) {
  const isOnline = useHasSignal()
  const [words, setWords] = useState('')
  const [taken, setTaken] = useState<Photos>({})
  const [photos, setPhotos] = useState<{ id: string; note: string }[]>([])
  const [isSaving, setIsSaving] = useState(false)
  const [added] = useState(() => {
    const id = crypto.randomUUID()
    return { id, work: findWork(id) }
  })
  const text = words.trim()
  const isReady = !isSaving && (adding.isNotFixed || text !== '' || photos.length > 0)
  const send = async () => {
    if (!isReady) return
    setIsSaving(true)
    try {
      const patch = {
        ...(text && { words: text }),
        ...(adding.isNotFixed && { isNotFixed: true }),
        ...(photos.length > 0 && { addPhotos: photos }),
        work: await added.work,
      }
      await addToReport(code, added.id, patch, taken)
      if (!isOnline) toast('info', `Saved on this ${thisDevice()}. It will be sent when you have signal.`)
      onClose()
    } catch (error) {
      setIsSaving(false)
      toast('error', `Couldn’t save what you added: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <ConfirmDialog
      title={adding.title}
      confirm={{
        title: isOnline ? 'Send' : 'Save',
        icon: isOnline ? iconSendFill : iconMobileCheck,
        disabled: !isReady,
        act: () => void send(),
      }}
      cancel={{ title: 'Cancel', act: onClose }}
      onClose={onClose}
    >
      <Fields onSubmit={onSubmit}>
        <TextAreaField
          label={adding.question}
          optional={adding.isNotFixed}
          rows={3}
          autoFocus
          maxLength={REPORT_WORDS_MAX_LENGTH}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
        <PhotoPicker
          photos={photos}
          taken={taken}
          stored={[]}
          most={REPORT_PHOTOS_MAX}
          onChange={setPhotos}
          onTaken={(more) => {
            setTaken({ ...taken, ...more })
            setPhotos([...photos, ...Object.keys(more).map((id) => ({ id, note: '' }))])
          }}
        />
        <Muted>Only the trail team sees this. If someone is hurt, don’t wait for an answer here. Call for help.</Muted>
      </Fields>
    </ConfirmDialog>
  )
}
