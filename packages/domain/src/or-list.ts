/** For example 'BF17, BF18 or BF19'. */
export const orList = (all: readonly string[], or = 'or') =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${or} ${all.at(-1)}`
