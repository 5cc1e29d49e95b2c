import { createPatch, isSameValue, photoChanges } from '@trailwarden/domain'
import {
  needsConfirmation,
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
import type { Photos } from '#data/device/device.ts'
import type { OpenDraft } from '#data/drafts/use-draft.ts'
import { hasPageBefore } from '#lib/go-back.ts'
import { CATEGORY_SYMBOLS } from '#map/symbols.ts'
import { DraftNotice, useFormDraft } from '#parts/form/form-draft.tsx'
import { FormColumns, FormPage } from '#parts/form/form-frame.tsx'
import { MarkerSymbol } from '#parts/map/marker-symbol.tsx'
import { PhotoPicker } from '#parts/photo/photo-picker.tsx'
import { iconSaveFill } from '#parts/record/record-icons.ts'
import { thisDevice } from '#parts/sync/sync-state.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { useHasSignal } from '#platform/signal.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { TextAreaField, TextField } from '#ui/form/field.tsx'
import { styled } from '#ui/styled.ts'
import { PointPlace } from './point-place.tsx'
import { draftOf, type PointValues, schemaOf, takenIn } from './point-values.ts'
import { knownPosts, type SeenPoint, usePoints } from './points.ts'

const Fields = styled(Card)({ display: 'grid', gap: 20, padding: 16 })

const tile = (value: PointCategory) => ({ value, title: value, mark: <MarkerSymbol name={CATEGORY_SYMBOLS[value]} size={34} /> })
/** These categories are permanent features. The others are temporary. */
const FIRST = PointCategory.options.slice(0, 9)

export type Save = (patch: PointPatch, photos: Photos) => Promise<boolean>
type Props = {
  point: SeenPoint | null
  id: string
  start: PointValues
  draft: OpenDraft
  save: Save
}

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
      const touched = { ...createPatch(pointKind, point ? before : pointKind.blank, values), ...photoChanges(photosBefore, photos) }
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
  const waits = needsConfirmation(category)
  // The category of a post or landing zone is fixed, and other points can't become a post or landing zone.
  const isFixed = point !== null || start.replaces !== null
  const offered = (isAll ? PointCategory.options : FIRST).filter((one) => !isFixed || !needsConfirmation(one))
  const note = isOnline
    ? waits && 'Riders will see it once a second manager confirms it'
    : `No signal. The point will be saved on this ${thisDevice()} and sent later`
  const cancel = () => void (hasPageBefore() ? navigate(-1) : navigate('/management/points'))
  return (
    <FormPage>
      <EditForm form={edit} send={waits ? 'Ask for confirmation' : 'Save'} icon={iconSaveFill} bar={{ note, cancel }}>
        {isRestored && <DraftNotice onForget={forgetDraft} />}
        {isGone && <Notice>This point has been removed from the map.</Notice>}
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
            {waits && isFixed ? null : (
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
                help="As shown on the post"
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
                // `flushSync` makes the draft in the next line include the photos.
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
