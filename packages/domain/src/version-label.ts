/** The format for people (SHELL-06), such as 2.09 for 2.9.0. Only the repository's package.json defines the version. */
export function versionLabel(version: string): string {
  const [, major = '', minor = ''] = /^(0|[1-9]\d*)\.(0|[1-9]\d?)\.(0|[1-9]\d*)$/.exec(version) ?? []
  if (!major) throw new Error(`${version} is not a version such as 2.9.0, with a minor number below 100`)
  return `${major}.${minor.padStart(2, '0')}`
}
