import { Tick } from '#ui/tick.tsx'

/** A21: nothing of an action is public without it. */
export const ShowToRiders = (props: { isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <Tick label="Show to riders" {...props}>
    {props.isOn && 'Everyone sees what kind of problem it is, where, and since when, until it is resolved. No words, photos or names.'}
  </Tick>
)
