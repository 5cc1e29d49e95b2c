import { type ComponentType, createElement, Fragment } from 'react'

export const Parts = ({ of }: { of: readonly ComponentType[] }) =>
  createElement(
    Fragment,
    null,
    of.map((Part, at) => createElement(Part, { key: at })),
  )
