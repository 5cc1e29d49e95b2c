import { Tick } from '#ui/form/tick.tsx'

export const ShowToRiders = (props: { isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <Tick label="Show to riders" {...props}>
    {props.isOn &&
      'Riders see the type of problem, where it is and when it was reported, until it’s resolved. Descriptions, photos and names stay private.'}
  </Tick>
)
