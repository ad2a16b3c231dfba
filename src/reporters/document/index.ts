export * from './model.ts';
export * from './shape.ts';
export * from './text.ts';
