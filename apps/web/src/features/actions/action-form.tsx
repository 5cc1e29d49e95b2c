import { styled } from '@mui/material/styles'
import { type ActionCategory, ActionStatus, DESCRIPTION_MAX_LENGTH, isManager, type Position, photosOf, Rating } from '@trailwarden/domain'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import type { Photos } from '#data/device.ts'
import type { useDraft } from '#data/use-records.ts'
import { hasPageBefore } from '#lib/go-back.ts'
import { symbolOfAction } from '#parts/action-symbol.ts'
import { DraftNotice } from '#parts/form-draft.tsx'
import { PhotoAndPlace } from '#parts/photo-and-place.tsx'
import { type NamedTrail, type PlaceForm, usePlaceFilledIn } from '#parts/place-filled-in.ts'
import { CATEGORIES, WORDS_OF } from '#parts/problem-categories.tsx'
import { RatingTile } from '#parts/rating-tile.tsx'
import { iconSaveFill } from '#parts/record-icons.ts'
import { ShowToRiders } from '#parts/show-to-riders.tsx'
import { useSignedIn } from '#parts/signed-in.ts'
import { thisDevice } from '#parts/sync-state.tsx'
import { useHasSignal } from '#platform/signal.ts'
import { Card } from '#ui/card.tsx'
import { ChoiceField } from '#ui/choice-field.tsx'
import { EditForm, useEditForm } from '#ui/edit-form.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { part } from '#ui/part.tsx'
import { iconMobileCheck } from '#ui/screen-icons.ts'
import { colour, DESKTOP, font } from '#ui/theme.ts'
import { useAssignees, useReviewer, useTrailNames } from './action-choices.ts'
import { ActionDuplicates } from './action-duplicates.tsx'
import { useActionDraft } from './action-form-state.ts'
import { STATUS_ICONS } from './action-status.tsx'
import { ActionValues, draftOf, valuesOf } from './action-values.ts'
import type { SeenAction } from './actions.ts'

// With the engine of the map behind it.
const MovePin = part(() => import('#parts/move-pin.tsx').then((m) => m.MovePin))

const Page = styled('div')({ padding: 16, '& form': { gap: 16 }, [DESKTOP]: { padding: 24 } })

// On a phone one column, in which the hint comes between the first sentence and the rest; on a desktop two.
const Columns = styled('div')({
  display: 'grid',
  gap: 16,
  alignItems: 'start',
  '& > *': { display: 'contents' },
  '& .first': { order: 1, display: 'grid', gap: 16 },
  '& .hint': { order: 2, '&:empty': { display: 'none' } },
  '& .rest': { order: 3 },
  '& .rest, & > aside': { gap: 16 },
  [DESKTOP]: {
    gridTemplateColumns: 'minmax(0, 16fr) minmax(0, 9fr)',
    gap: 24,
    '& > *': { display: 'grid' },
    '& > aside': { order: 1 },
    '& .rest': { gap: 20 },
  },
})

const Fields = styled(Card)({ '& .rest': { display: 'grid' }, [DESKTOP]: { gap: 20, padding: 16 } })

const Pair = styled('div')({ display: 'grid', gap: 20, [DESKTOP]: { gridTemplateColumns: '1fr 1fr' } })

const SavedNote = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  font: font('500 14px/20px'),
  color: colour('syncLocal'),
})

export type Save = (values: ActionValues, start: ActionValues, taken: Photos, noteId: string) => Promise<boolean>
/** `at`: where it is to be, chosen on the map. `on`: the trail that it is about. */
type Props = { action: SeenAction | null; at?: Position | null; on?: NamedTrail | null; draft: ReturnType<typeof useDraft>; save: Save }

const RATINGS = Rating.options.map((value) => ({ value, title: value, mark: <RatingTile rating={value} /> }))
const STATUSES = ActionStatus.options.map((value) => ({ value, title: value, mark: <Icon path={STATUS_ICONS[value]} /> }))

/** An action being written, new or not. What is typed is saved at every pause, so that a dead battery costs nothing. */
export function ActionForm({ action, at = null, on = null, draft, save }: Props) {
  const navigate = useNavigate()
  const isOnline = useHasSignal()
  const manages = isManager(useSignedIn())
  const [start] = useState(() => valuesOf(action))
  const [noteId] = useState(() => crypto.randomUUID())
  const [taken, setTaken] = useState<Photos>(() => draftOf(draft.saved)?.taken ?? {})
  const edit = useEditForm<ActionValues>({
    schema: ActionValues,
    values: start,
    async save(values) {
      return (await save(values, start, taken, noteId)) ? { ok: true, next: () => navigate('/actions') } : { ok: false }
    },
  })
  const { form } = edit
  const [isRestored, forgetDraft] = useActionDraft(form, start, draft, taken)
  const startOver = () => {
    setTaken({})
    forgetDraft()
  }
  const position = usePlaceFilledIn(form as unknown as PlaceForm, action === null, at, on)
  const [area, trail, place, photos, assignedTo, rating, status, isShownToRiders] = form.watch([
    'area',
    'trail',
    'place',
    'photos',
    'assignedTo',
    'rating',
    'status',
    'isShownToRiders',
  ])
  const symbol = symbolOfAction({ rating, status })
  const [isMoving, setIsMoving] = useState(false)
  const { areas, trails } = useTrailNames(area)
  const assignees = useAssignees(manages, action)
  const reviewer = useReviewer()
  // Of a new action nobody chosen is the reviewer, who then stands for both.
  const byDefault = action === null ? reviewer : null
  const setPhotos = (value: ActionValues['photos']) => form.setValue('photos', value, { shouldDirty: true })
  const set = (name: 'trail' | 'assignedTo', value: string | null) => form.setValue(name, value as never, { shouldDirty: true })
  const categoryField = edit.field('category')
  /** The words of a tile, until someone has written their own. */
  const fillInWords = (category: ActionCategory) => {
    const typed = form.getValues('description')
    if (typed === '' || Object.values(WORDS_OF).includes(typed))
      form.setValue('description', WORDS_OF[category], { shouldDirty: true, shouldValidate: true })
  }
  const note = !isOnline && (
    <SavedNote>
      <Icon path={iconMobileCheck} size={20} />
      No signal: it is kept on this {thisDevice()} and sent later
    </SavedNote>
  )
  // Opened from a link there is no page to go back to.
  const cancel = () => void (hasPageBefore() ? navigate(-1) : navigate('/actions'))
  return (
    <Page>
      <EditForm form={edit} send="Save" icon={iconSaveFill} bar={{ note, cancel }}>
        {isRestored && <DraftNotice onForget={startOver} />}
        <Columns>
          <aside>
            <PhotoAndPlace
              photos={{ photos, taken, stored: action ? photosOf(action) : [], onChange: setPhotos }}
              onTaken={(more) => {
                // At once: the draft that the next line stores has them.
                flushSync(() => setTaken({ ...taken, ...more }))
                setPhotos([...photos, ...Object.keys(more).map((id) => ({ id, note: '' }))])
              }}
              place={place}
              area={area}
              symbol={symbol}
              trouble={position.trouble}
              onMovePin={() => setIsMoving(true)}
              onFindMe={position.askAgain}
            />
            {isMoving && (
              <MovePin
                place={place}
                symbol={symbol}
                onClose={() => setIsMoving(false)}
                onChosen={(moved) => {
                  position.choose(moved)
                  setIsMoving(false)
                }}
              />
            )}
            {action === null && place && (
              <div className="hint">
                <ActionDuplicates place={place} />
              </div>
            )}
          </aside>
          <Fields as="div">
            <div className="first">
              <ChoiceField
                {...categoryField}
                label="What’s wrong?"
                tiles
                options={CATEGORIES}
                onChange={(event) => {
                  void categoryField.onChange(event)
                  // Safe: the tiles are the categories.
                  fillInWords(event.target.value as ActionCategory)
                }}
              />
              <TextField {...edit.field('description')} label="In a few words" autoComplete="off" maxLength={DESCRIPTION_MAX_LENGTH} />
            </div>
            <div className="rest">
              <ChoiceField {...edit.field('area')} label="Area" options={areas.map((value) => ({ value, title: value }))} />
              <Pair>
                <SelectField
                  label="Trail"
                  {...(position.isFilledIn && trail !== null && { help: 'Nearest trail chosen for you' })}
                  optional
                  name=""
                  value={trail ?? ''}
                  onChange={({ target }) => set('trail', target.value || null)}
                  options={[{ value: '', title: 'Not on a trail' }, ...trails.map((value) => ({ value, title: value }))]}
                />
                {manages && (
                  <SelectField
                    label="Assigned To"
                    optional
                    name=""
                    value={assignedTo ?? ''}
                    onChange={({ target }) => set('assignedTo', target.value || null)}
                    options={[
                      { value: '', title: byDefault?.name ?? 'Not assigned' },
                      ...assignees.filter(({ value }) => value !== byDefault?.id),
                    ]}
                    {...(byDefault && { help: 'The default reviewer, unless you choose someone else' })}
                  />
                )}
              </Pair>
              <TextAreaField {...edit.field('detail')} label="Detail" optional placeholder="What would help the person who fixes it?" />
              {manages && (
                <Pair>
                  <ChoiceField {...edit.field('rating')} label="Rating" joined options={RATINGS} />
                  <ChoiceField {...edit.field('status')} label="Status" joined options={STATUSES} />
                </Pair>
              )}
              {manages && (
                <ShowToRiders isOn={isShownToRiders} onChange={(isOn) => form.setValue('isShownToRiders', isOn, { shouldDirty: true })} />
              )}
              <TextAreaField {...edit.field('note')} label="Add a note" optional rows={2} />
            </div>
          </Fields>
        </Columns>
      </EditForm>
    </Page>
  )
}
