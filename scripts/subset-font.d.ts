// The published types belong to an earlier version, which had no `keepFeatures`.
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: 'woff2'
      keepFeatures: readonly string[]
      variationAxes: Record<string, { min: number; max: number }>
    },
  ): Promise<Buffer>
}
