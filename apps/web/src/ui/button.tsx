import type { CSSObject } from '@emotion/react'
import type { ComponentProps, ElementType } from 'react'
import { styled } from './styled.ts'
import { colour, mix, REDUCED_MOTION, typography } from './theme/theme.ts'

const WITH_MOUSE = '@media (hover: hover)'
const DISABLED = '&:disabled, &[aria-disabled=true]'
const EASING = 'cubic-bezier(0.2, 0, 0, 1)'

const BASE: CSSObject = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  boxSizing: 'border-box',
  position: 'relative',
  margin: 0,
  border: 0,
  background: 'transparent',
  textDecoration: 'none',
  verticalAlign: 'middle',
  cursor: 'pointer',
  userSelect: 'none',
  appearance: 'none',
  WebkitTapHighlightColor: 'transparent',
  transition: `background-color 250ms ${EASING}, border-color 250ms ${EASING}, color 250ms ${EASING}`,
  [REDUCED_MOTION]: { transition: 'none' },
  [DISABLED]: { pointerEvents: 'none', cursor: 'default' },
}

const Root = styled('button')({
  ...BASE,
  ...typography.button,
  gap: 10,
  minWidth: 64,
  minHeight: 48,
  padding: '0 20px',
  borderRadius: 8,
  whiteSpace: 'nowrap',
  [DISABLED]: {
    pointerEvents: 'none',
    cursor: 'default',
    borderColor: 'transparent',
    background: colour('surfaceSunken'),
    color: colour('text3'),
  },
})

const VARIANTS = {
  text: styled(Root)({
    padding: '0 12px',
    color: colour('link'),
    [WITH_MOUSE]: { '&:hover': { backgroundColor: mix('primary', 6) } },
  }),
  outlined: styled(Root)({
    border: `1.5px solid ${colour('outline')}`,
    background: colour('surface'),
    color: colour('link'),
  }),
  contained: styled(Root)({
    background: colour('primary'),
    color: colour('onPrimary'),
    [WITH_MOUSE]: { '&:hover': { backgroundColor: colour('primaryHover') } },
  }),
  /** For actions that delete something. */
  danger: styled(Root)({
    background: colour('error'),
    color: colour('onError'),
    [WITH_MOUSE]: { '&:hover': { backgroundColor: `color-mix(in srgb, ${colour('error')} 85%, black)` } },
  }),
}

const Icon = styled('button')({
  ...BASE,
  flex: '0 0 auto',
  width: 48,
  height: 48,
  padding: 8,
  borderRadius: '50%',
  color: 'inherit',
  [WITH_MOUSE]: { '&:hover': { backgroundColor: mix('text', 6) } },
  [DISABLED]: { pointerEvents: 'none', cursor: 'default', color: mix('text', 30) },
})

type Own<C extends ElementType> = {
  /** Another element or component, such as a link, that looks like a button. */
  component?: C
  disabled?: boolean | undefined
  sx?: CSSObject | undefined
}
type Props<C extends ElementType> = Own<C> & Omit<ComponentProps<C>, keyof Own<C> | 'color'>

/** Links have no attribute `disabled`, and a button in a form would submit it by default. */
const attributes = (component: ElementType, disabled: boolean | undefined) => {
  if (component === 'button') return { type: 'button' as const, disabled }
  return disabled ? { 'aria-disabled': true, tabIndex: -1 } : {}
}

export type ButtonVariant = keyof typeof VARIANTS

export function Button<C extends ElementType = 'button'>({
  component,
  disabled,
  variant = 'text',
  ...props
}: Props<C> & { variant?: ButtonVariant }) {
  const Variant = VARIANTS[variant]
  const as: ElementType = component ?? 'button'
  return <Variant as={as} data-variant={variant} {...attributes(as, disabled)} {...props} />
}

export function IconButton<C extends ElementType = 'button'>({ component, disabled, ...props }: Props<C>) {
  const as: ElementType = component ?? 'button'
  return <Icon as={as} data-variant="icon" {...attributes(as, disabled)} {...props} />
}
