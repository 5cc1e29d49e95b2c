import { Rating } from '@trailwarden/domain'
import { type ComponentType, useState } from 'react'
import * as z from 'zod/mini'
import { RatingLine } from '#parts/action/rating-tile.tsx'
import { Avatar } from '#parts/person/avatar.tsx'
import { RecordRow } from '#parts/record/record-row.tsx'
import { StatusShape, StatusText } from '#parts/status/status-shape.tsx'
import { SyncStateLine } from '#parts/sync/sync-state.tsx'
import { GradeShape } from '#parts/trail/grade-shape.tsx'
import { Button } from '#ui/button.tsx'
import { CardHeading, Muted, PaddedCard } from '#ui/card.tsx'
import { AskFirst } from '#ui/dialog/ask-first.tsx'
import { Facts } from '#ui/facts.tsx'
import { Hint } from '#ui/feedback/hint.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { type ToastKind, toast } from '#ui/feedback/toasts.ts'
import { ChoiceField } from '#ui/form/choice-field.tsx'
import { EditForm, useEditForm } from '#ui/form/edit-form.tsx'
import { ButtonField, PasswordField, SelectField, TextAreaField, TextField } from '#ui/form/field.tsx'
import { Switch } from '#ui/form/switch.tsx'
import { Tick } from '#ui/form/tick.tsx'
import { TickField } from '#ui/form/tick-field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconAdd, iconHelp, iconHome, iconMenu, iconRefresh, iconShare } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'

const DAYS = ['Friday', 'Saturday', 'Sunday'].map((value) => ({ value, title: value }))

const Buttons = () => (
  <>
    <Button variant="contained">Save</Button>
    <Button variant="outlined">Edit</Button>
    <Button>Cancel</Button>
    <Button variant="danger">Delete</Button>
    <Button variant="contained" disabled>
      Not available
    </Button>
  </>
)

const Line = styled('label')({ display: 'flex', alignItems: 'center', gap: 8 })

const Icons = () => (
  <Line as="div">
    {[iconAdd, iconHelp, iconHome, iconMenu, iconRefresh, iconShare].map((path) => (
      <Icon key={path} path={path} />
    ))}
  </Line>
)

function Fields() {
  const [chosen, setChosen] = useState<string[]>(['Friday'])
  const [isOn, setIsOn] = useState(true)
  return (
    <>
      <TextField label="Title" help="For example, “Total fire ban today”" />
      <TextField label="Until" error="Choose a time in the future" />
      <PasswordField label="Password" autoComplete="off" />
      <TextAreaField label="Detail" optional />
      <SelectField label="Day" options={DAYS} />
      <ButtonField label="Person">Mel Ranger</ButtonField>
      <ChoiceField label="Day, joined" name="joined" joined options={DAYS} />
      <ChoiceField label="Day, with an error" name="plain" options={DAYS} error="Choose a day" />
      <TickField label="Days" options={DAYS} chosen={chosen} onChange={setChosen} />
      <Tick label="Show to riders" isOn={isOn} onChange={setIsOn}>
        Everyone can see it.
      </Tick>
      <Line>
        <Switch checked={isOn} onSwitch={setIsOn} /> Alerts
      </Line>
    </>
  )
}

const Person = z.object({ name: z.string().check(z.minLength(1, 'Required')) })

function Form() {
  const form = useEditForm({ schema: Person, values: { name: '' }, leaving: 'free', save: async (values) => ({ ok: true, values }) })
  return (
    <EditForm form={form} send="Save">
      <TextField {...form.field('name')} label="Name" autoComplete="off" />
    </EditForm>
  )
}

const Cards = () => (
  <>
    <PaddedCard>
      <CardHeading>Tree down</CardHeading>
      <Muted>Fell across the trail at the creek.</Muted>
      <Facts>
        <div>
          <dt>Trail</dt>
          <dd>Ridge Run</dd>
        </div>
        <div>
          <dt>Rating</dt>
          <dd>High</dd>
        </div>
      </Facts>
    </PaddedCard>
    <RecordRow data-card to="/notices">
      <Icon path={iconHelp} />
      <span>
        <b>Total fire ban</b>
        <small>Shown to everyone until Sunday</small>
      </span>
    </RecordRow>
  </>
)

const TOASTS: readonly ToastKind[] = ['info', 'success', 'warning', 'error']

const Feedback = () => (
  <>
    <Notice>Settings haven’t loaded on this device yet.</Notice>
    <Hint text="Share">
      <Button aria-label="Share">
        <Icon path={iconShare} />
      </Button>
    </Hint>
    {TOASTS.map((kind) => (
      <Button key={kind} variant="outlined" onClick={() => toast(kind, `A toast of the kind “${kind}”`)}>
        Show a toast: {kind}
      </Button>
    ))}
  </>
)

const Dialogs = () => (
  <AskFirst
    question="Discard this update?"
    answer="Discard"
    keep="Keep"
    act={() => toast('success', 'Discarded')}
    button={(ask) => (
      <Button variant="outlined" onClick={ask}>
        Discard
      </Button>
    )}
  >
    It’s saved only on this device, so you can’t get it back.
  </AskFirst>
)

const Statuses = () => (
  <>
    {(['Open', 'Partially Open', 'Closed', null] as const).map((status) => (
      <Line as="span" key={status}>
        <StatusShape status={status} />
        <StatusText status={status}>{status ?? 'Unknown'}</StatusText>
      </Line>
    ))}
    <SyncStateLine state="local" />
    <SyncStateLine state="sent" />
    <SyncStateLine state="attention" />
  </>
)

const Ratings = () => (
  <>
    {Rating.options.map((rating) => (
      <RatingLine key={rating} rating={rating} size={22} />
    ))}
    <div>
      {(['green', 'blue', 'black', 'link'] as const).map((grade) => (
        <GradeShape key={grade} grade={grade} />
      ))}
    </div>
  </>
)

const People = () => <Avatar name="Mel Ranger" picture={null} />

export const STORIES: readonly { name: string; Story: ComponentType }[] = [
  { name: 'Buttons', Story: Buttons },
  { name: 'Icons', Story: Icons },
  { name: 'Fields', Story: Fields },
  { name: 'Form', Story: Form },
  { name: 'Cards', Story: Cards },
  { name: 'Feedback', Story: Feedback },
  { name: 'Dialogs', Story: Dialogs },
  { name: 'Status', Story: Statuses },
  { name: 'Ratings', Story: Ratings },
  { name: 'People', Story: People },
]
