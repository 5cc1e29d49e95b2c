import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { isSameValue, photoChanges, touchedOf } from '@trailwarden/domain'
import {
  POINT_DESCRIPTION_MAX_LENGTH,
  POST,
  POST_CODE_MAX_LENGTH,
  PointCategory,
  type PointPatch,
  pointKind,
} from '@trailwarden/domain/point/point-kind'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import type { Photos } from '#data/device.ts'
import type { useDraft } from '#data/use-records.ts'
import { hasPageBefore } from '#lib/go-back.ts'
import { CATEGORY_SYMBOLS } from '#map/symbols.ts'
import { DraftNotice, useFormDraft } from '#parts/form-draft.tsx'
import { FormColumns, FormPage } from '#parts/form-frame.tsx'
import { MarkerSymbol } from '#parts/marker-symbol.tsx'
import { PhotoPicker } from '#parts/photo-picker.tsx'
import { iconSaveFill } from '#parts/record-icons.ts'
import { useSiteData } from '#parts/site-data.ts'
import { thisDevice } from '#parts/sync-state.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Card } from '#ui/card.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { PointPlace } from './point-place.tsx'
import { draftOf, type PointValues, schemaOf, takenIn } from './point-values.ts'
import { knownPosts, type SeenPoint, usePoints } from './points.ts'

const Fields = styled(Card)({ display: 'grid', gap: 20, padding: 16 })

const tile = (value: PointCategory) => ({ value, title: value, mark: <MarkerSymbol name={CATEGORY_SYMBOLS[value]} size={34} /> })
/** What stands on the ground; the others are of the day. */
const FIRST = PointCategory.options.slice(0, 9)

export type Save = (patch: PointPatch, photos: Photos) => Promise<boolean>
type Props = {
  /** Null of a new one. */
  point: SeenPoint | null
  id: string
  start: PointValues
  draft: ReturnType<typeof useDraft>
  save: Save
}

/** A point being written, new or not. */
export function PointForm({ point, id, start, draft, save }: Props) {
  const navigate = useNavigate()
  const isOnline = useHasSignal()
  const data = useSiteData()
  const points = usePoints()
  const [isAll, setIsAll] = useState(!FIRST.includes(draftOf(draft.saved, start)?.category ?? start.category))
  const posts = useMemo(() => (data && points ? knownPosts(data.bundle, points) : []), [data, points])
  const [taken, setTaken] = useState<Photos>(() => takenIn(draft.saved))
  const edit = useEditForm<PointValues>({
    schema: useMemo(() => schemaOf(id, posts), [id, posts]),
    values: start,
    async save({ photos, ...values }) {
      const { photos: photosBefore, ...before } = start
      const touched = { ...touchedOf(pointKind, point ? before : pointKind.blank, values), ...photoChanges(photosBefore, photos) }
      return (await save(touched, taken)) ? { ok: true, next: () => navigate(`/geopoints/view/${id}`, { replace: true }) } : { ok: false }
    },
  })
  const { form } = edit
  const [isRestored, forgetDraft] = useFormDraft(form, draft, {
    saved: draftOf(draft.saved, start),
    keep: (values) => (isSameValue(values, start) ? null : { ...values, taken }),
    startAgain: () => start,
  })
  const [category, place, isGone, photos] = form.watch(['category', 'place', 'isGone', 'photos'])
  const setPhotos = (value: PointValues['photos']) => form.setValue('photos', value, { shouldDirty: true })
  const isPost = category === POST
  // A post stays a post, and nothing else becomes one.
  const isFixed = point !== null || start.replaces !== null
  const offered = (isAll ? PointCategory.options : FIRST).filter((one) => !isFixed || (one === POST) === isPost)
  const note = isOnline
    ? isPost && 'Shown to riders once a second manager has confirmed it'
    : `No signal: it is kept on this ${thisDevice()} and sent later`
  const cancel = () => void (hasPageBefore() ? navigate(-1) : navigate('/management/points'))
  return (
    <FormPage>
      <EditForm form={edit} send={isPost ? 'Ask for confirmation' : 'Save'} icon={iconSaveFill} bar={{ note, cancel }}>
        {isRestored && <DraftNotice onForget={forgetDraft} />}
        {isGone && <Notice>It was taken off the map.</Notice>}
        <FormColumns>
          <PointPlace
            place={place}
            symbol={CATEGORY_SYMBOLS[category]}
            error={form.getFieldState('place', form.formState).error?.message}
            onChange={(chosen) => {
              form.setValue('place', chosen, { shouldDirty: true, shouldValidate: true })
              if (isPost) edit.recheck('code')
            }}
          />
          <Fields as="div">
            {isPost && isFixed ? null : (
              <div>
                <ChoiceField {...edit.field('category')} label="Category" tiles options={offered.map(tile)} />
                {!isAll && (
                  <Button variant="text" onClick={() => setIsAll(true)}>
                    More categories
                  </Button>
                )}
              </div>
            )}
            {isPost ? (
              <TextField
                {...edit.field('code')}
                label="Code"
                help="As it stands on the post"
                autoComplete="off"
                autoCapitalize="characters"
                maxLength={POST_CODE_MAX_LENGTH}
              />
            ) : (
              <TextField {...edit.field('description')} label="Description" autoComplete="off" maxLength={POINT_DESCRIPTION_MAX_LENGTH} />
            )}
            <TextAreaField {...edit.field('notes')} label="Notes" optional rows={4} />
            <PhotoPicker
              photos={photos}
              taken={taken}
              stored={point?.photos ?? []}
              onChange={setPhotos}
              onTaken={(more) => {
                // At once: the draft that the next line stores has them.
                flushSync(() => setTaken({ ...taken, ...more }))
                setPhotos([...photos, ...Object.keys(more).map((photoId) => ({ id: photoId, note: '' }))])
              }}
            />
          </Fields>
        </FormColumns>
      </EditForm>
    </FormPage>
  )
}
