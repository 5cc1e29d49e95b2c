import type { CSSObject, Interpolation } from '@emotion/react'
import type { CreateStyledComponent } from '@emotion/styled'
// The main file also adds a function for each of 140 elements.
import emotionStyled from '@emotion/styled/base'
import type { ComponentProps, ComponentType, ElementType, JSX } from 'react'

type Extras = {
  as?: ElementType
  /** Styles for one use of a component. */
  sx?: CSSObject | undefined
}

type Styled = {
  <Tag extends keyof JSX.IntrinsicElements>(tag: Tag): CreateStyledComponent<Extras, JSX.IntrinsicElements[Tag]>
  // biome-ignore lint/suspicious/noExplicitAny: a component may have any properties
  <C extends ComponentType<any>>(component: C): CreateStyledComponent<ComponentProps<C> & Extras>
}

const addExtras = ({ sx }: Extras) => sx
/** Emotion filters the properties of HTML elements. Other components receive them all. */
const ONLY_STYLES = { shouldForwardProp: (name: string) => name !== 'sx' && name !== 'theme' }

/** Emotion's `styled`, with the property `sx`. Its styles can't depend on a theme, because colours are CSS variables (theme/theme.ts). */
export const styled = ((component: ComponentType & { __emotion_real?: object }) =>
  (...styles: Interpolation<Extras>[]) =>
    emotionStyled(component, typeof component === 'string' || component.__emotion_real ? {} : ONLY_STYLES)(
      ...styles,
      addExtras,
    )) as unknown as Styled
