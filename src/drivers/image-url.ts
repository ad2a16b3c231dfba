import type { ChatImage } from './chat.ts';

/** The address of an image, which may hold its bytes. */
export function imageUrl(image: ChatImage): string {
  return 'url' in image ? image.url : `data:${image.mediaType};base64,${image.data}`;
}
