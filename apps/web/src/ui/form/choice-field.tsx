import { type ComponentProps, type CSSProperties, type ReactNode, useId } from 'react'
import { Icon } from '../icons/icon.tsx'
import { iconCheck } from '../icons/screen-icons.ts'
import { styled } from '../styled.ts'
import { colour, font, rem, typography } from '../theme/theme.ts'
import { FieldError } from './field-error.tsx'

const Group = styled('fieldset')({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& legend': { ...typography.subtitle2, padding: 0, marginBottom: 6, fontSize: rem(14), lineHeight: rem(18), color: colour('text') },
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& label': {
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 8,
    minHeight: 48,
    padding: '0 18px',
    border: `1.5px solid ${colour('outline')}`,
    borderRadius: 24,
    background: colour('surface'),
    font: font('500 16px/20px'),
    cursor: 'pointer',
  },
  '& label:has(:checked)': {
    borderColor: `var(--edge, ${colour('primary')})`,
    boxShadow: `inset 0 0 0 1px var(--edge, ${colour('primary')})`,
    background: `var(--tint, ${colour('primaryContainer')})`,
    color: `var(--ink, ${colour('onPrimaryContainer')})`,
    fontWeight: 600,
  },
  // Options joined in one bar always show their own icons, so they have no tick.
  '&:not([data-joined]) label:not(:has(:checked)) > svg:first-of-type': { display: 'none' },
  '&[data-joined] label > svg': { display: 'block' },
  '& label:has(:focus-visible)': { outline: `3px solid ${colour('focus')}`, outlineOffset: 2 },
  // People see and tap the label, but the invisible radio button works with the keyboard and screen readers.
  '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'pointer' },
  '&[data-tiles] legend': { marginBottom: 8, font: font('700 17px/24px') },
  '&[data-tiles] > div': {
    display: 'grid',
    // Three columns, or two if each of three would be narrower than 5.75rem.
    gridTemplateColumns: 'repeat(auto-fill, minmax(max((100% - 17px) / 3, min(5.75rem, (100% - 9px) / 2)), 1fr))',
  },
  '&[data-tiles] label': {
    flexDirection: 'column',
    gap: 6,
    minHeight: 92,
    padding: '8px 4px',
    borderRadius: 12,
    textAlign: 'center',
    font: font('600 14px/17px'),
    '& > svg:first-of-type': { position: 'absolute', top: 6, right: 6 },
    '& > svg:last-of-type': { color: colour('link') },
    '@media (max-width: 359px)': {
      minHeight: 76,
      fontSize: rem(12.5),
      lineHeight: rem(15),
      '& > svg:last-of-type': { width: 28, height: 28 },
    },
  },
  '&[data-joined] > div': { gap: 0 },
  '&[data-joined] label': {
    flex: '1 1 0',
    flexDirection: 'column',
    gap: 2,
    minHeight: 56,
    padding: '4px 6px',
    borderRadius: 0,
    borderRightWidth: 0,
    fontSize: rem(13),
    fontWeight: 600,
  },
  '&[data-joined] label:first-of-type': { borderRadius: '8px 0 0 8px' },
  '&[data-joined] label:last-of-type': { borderRadius: '0 8px 8px 0', borderRightWidth: 1.5 },
})

type Props = ComponentProps<'input'> & {
  label: string
  error?: string | undefined
  joined?: boolean
  /** People choose outdoors with gloves on, so the tiles are large. */
  tiles?: boolean
  options: readonly { value: string; title: string; mark?: ReactNode; chosen?: { edge: string; tint: string; ink: string } }[]
}

export function ChoiceField({ label, error, joined = false, tiles = false, value: chosenValue, options, ...input }: Props) {
  const id = useId()
  return (
    <Group
      {...(joined && { 'data-joined': true })}
      {...(tiles && { 'data-tiles': true })}
      {...(error && { 'aria-describedby': `${id}-fault` })}
    >
      <legend>{label}</legend>
      <div>
        {options.map(({ value, title, mark, chosen }) => (
          // The cast is safe because React accepts custom properties, although its types don't include them.
          <label key={value} style={chosen && ({ '--edge': chosen.edge, '--tint': chosen.tint, '--ink': chosen.ink } as CSSProperties)}>
            <input {...input} {...(chosenValue !== undefined && { checked: chosenValue === value })} type="radio" value={value} />
            {!joined && <Icon path={iconCheck} size={20} />}
            {mark}
            {title}
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-fault`}>{error}</FieldError>}
    </Group>
  )
}
