// The published types belong to an earlier version, which kept all features.
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
