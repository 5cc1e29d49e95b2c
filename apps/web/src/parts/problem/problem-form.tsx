import type { ActionCategory, NotedPhoto, Photo, Position } from '@trailwarden/domain'
import { PHOTOS_MAX } from '@trailwarden/domain'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { SymbolName } from '#map/symbols.ts'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { EditForm, type useEditForm } from '#ui/form/edit-form.tsx'
import { Tick } from '#ui/form/tick.tsx'
import { part } from '#ui/part.tsx'
import { styled } from '#ui/styled.ts'
import { DESKTOP } from '#ui/theme/theme.ts'
import { CATEGORIES } from '../action/problem-categories.tsx'
import { DraftNotice } from '../form/form-draft.tsx'
import type { TakenPhotos } from '../photo/taken-photos.ts'
import { type NamedTrail, type PlaceForm, usePlaceFilledIn } from '../place/place-filled-in.ts'
import { PhotoRow } from './photo-row.tsx'
import { PlaceRow } from './place-row.tsx'

// The component is a separate download because it includes the map engine.
const MovePin = part(() => import('../place/move-pin.tsx').then((m) => m.MovePin))

const Page = styled('div')({
  padding: 12,
  '& form': { gap: 10 },
  '& .fields, & .more': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 10 },
  [DESKTOP]: {
    padding: 24,
    '& form': { gap: 16 },
    '& .fields, & .more': { gap: 16, alignContent: 'start' },
    '&[data-columns=one]': { maxWidth: 720, margin: '0 auto' },
    '&[data-columns=two] .columns': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)', gap: 24 },
  },
  '& .columns': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 10 },
})

/** After Send, the form waits this long for the location before it opens the map. */
const LOOKING_MS = 5000

type Values = {
  category: ActionCategory | null
  canHurt: boolean
  area: string
  trail: string | null
  place: Position | null
  photos: NotedPhoto[]
}

type Props = {
  edit: ReturnType<typeof useEditForm<never, never>>
  /** A new record gets its location from the device. */
  isNew: boolean
  at?: Position | null
  on?: NamedTrail | null
  photos: TakenPhotos
  stored?: readonly Photo[]
  most?: number
  symbol: SymbolName
  /** Undefined if no draft was restored. */
  onForgetDraft?: (() => void) | undefined
  onPhotos?: (photos: NotedPhoto[]) => void
  onCategory?: (category: ActionCategory) => void
  send: string
  icon: string
  note: ReactNode
  cancel: () => void
  emergencyNumber: string
  /** What has already been reported at this place. */
  known: ReactNode
  /** On desktop, these fields are in a second column. */
  more?: (isTrailFilledIn: boolean) => ReactNode
  children: ReactNode
  after?: ReactNode
}

/** Visitors report a problem and members add an Action in the same form, with different fields at its end. */
export function ProblemForm(props: Props) {
  const { edit, isNew, at = null, on = null, photos, stored = [], most = PHOTOS_MAX, symbol, more, note } = props
  // This cast is safe because both forms have these fields.
  const form = edit.form as unknown as UseFormReturn<Values>
  const element = useRef<HTMLDivElement>(null)
  const [isMoving, setIsMoving] = useState(false)
  const [firstTakenAt, setFirstTakenAt] = useState<number | null>(null)
  const [area, trail, place, chosen, canHurt] = form.watch(['area', 'trail', 'place', 'photos', 'canHurt'])
  const position = usePlaceFilledIn(form as unknown as PlaceForm, isNew, at, on, chosen.length > 0 ? firstTakenAt : null)
  const setPhotos = (value: NotedPhoto[]) => {
    form.setValue('photos', value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    props.onPhotos?.(value)
  }
  const lastly = usePlaceLast(edit.onSubmit, {
    isNeeded: isNew && !place && !area && form.getValues('category') !== null,
    isLooking: position.trouble === 'looking',
    submit: () => element.current?.querySelector('form')?.requestSubmit(),
    ask: () => setIsMoving(true),
  })
  const { onChange, ...category } = edit.field('category' as never)
  return (
    <Page ref={element} data-columns={more ? 'two' : 'one'}>
      <EditForm
        form={{ ...edit, onSubmit: lastly.onSubmit }}
        send={props.send}
        icon={props.icon}
        bar={{ note: lastly.isWaiting ? 'Finding you…' : note, cancel: props.cancel }}
      >
        {props.onForgetDraft && <DraftNotice onForget={props.onForgetDraft} />}
        <div className="columns">
          <div className="fields">
            <ChoiceField
              {...category}
              label="What’s wrong?"
              tiles
              options={CATEGORIES}
              onChange={(event) => {
                void onChange(event)
                // The cast is safe because the tiles' values are categories.
                props.onCategory?.(event.target.value as ActionCategory)
              }}
            />
            <PhotoRow
              photos={{ photos: chosen, taken: photos.taken, stored, onChange: setPhotos }}
              most={most}
              onTaken={(more) => {
                photos.add(more)
                if (chosen.length === 0) setFirstTakenAt(Date.now())
                setPhotos([...chosen, ...Object.keys(more).map((id) => ({ id, note: '' }))])
              }}
            />
            <PlaceRow
              place={place}
              name={trail ?? area}
              trouble={position.trouble}
              ageMs={position.ageMs}
              onMove={() => setIsMoving(true)}
            />
            {props.known}
            <Tick
              label="Someone could get hurt here"
              isOn={canHurt}
              onChange={(isOn) => form.setValue('canHurt', isOn, { shouldDirty: true })}
            >
              {canHurt && (
                <>
                  If someone is hurt now, call <a href={`tel:${props.emergencyNumber}`}>{props.emergencyNumber}</a>.
                </>
              )}
            </Tick>
            {props.children}
          </div>
          {more && <div className="more">{more(position.isFilledIn)}</div>}
        </div>
      </EditForm>
      {props.after}
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
    </Page>
  )
}

type Submit = Props['edit']['onSubmit']
type Lastly = { isNeeded: boolean; isLooking: boolean; submit: () => void; ask: () => void }

/** If nothing shows where the problem is, Send opens the map once. People may still send the form without a place. */
function usePlaceLast(onSubmit: Submit, { isNeeded, isLooking, submit, ask }: Lastly) {
  const [hasAsked, setHasAsked] = useState(false)
  const [isWaiting, setIsWaiting] = useState(false)
  const askNow = useEffectEvent(() => {
    setIsWaiting(false)
    setHasAsked(true)
    ask()
  })
  const goOn = useEffectEvent(() => {
    setIsWaiting(false)
    submit()
  })
  useEffect(() => {
    if (!isWaiting) return
    if (!isNeeded) return goOn()
    if (!isLooking) return askNow()
    const timer = setTimeout(askNow, LOOKING_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, isNeeded, isLooking])
  return {
    isWaiting,
    async onSubmit(event: FormEvent<HTMLFormElement>) {
      if (!isNeeded || hasAsked) return onSubmit(event)
      event.preventDefault()
      if (isLooking) return setIsWaiting(true)
      setHasAsked(true)
      ask()
    },
  }
}
