import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.VideosApi;
import org.openapitools.client.model.CreateVideo;
import org.openapitools.client.model.Error;
import org.openapitools.client.model.Video;

/** Makes a video and deletes it, with the Java client of openapi-generator. */
class MakeVideo {
  public static void main(String[] arguments) throws Exception {
    var client = new ApiClient();
    client.updateBaseUri(System.getenv("PRESENTER_API_URL"));
    client.setRequestInterceptor(
        request -> request.header("Authorization", "Bearer " + System.getenv("PRESENTER_API_KEY")));
    var videos = new VideosApi(client);

    var request = new CreateVideo().script("Hello there.").presenterId("maya");
    var video = videos.createVideo(request, null, null);
    while (video.getStatus() != Video.StatusEnum.READY) {
      if (video.getError() != null) throw new IllegalStateException(video.getError().getMessage());
      Thread.sleep(250);
      video = videos.getVideo(video.getId(), null);
    }
    System.out.println("ready " + video.getOptions().getResolution());

    for (var listed : videos.listVideos(5, null, null, null, null, null, null, null, null, null, null).getData()) {
      if (listed.getId().equals(video.getId())) System.out.println("listed " + listed.getStatus());
    }

    System.out.println("deleted " + videos.deleteVideo(video.getId()).getId());

    try {
      videos.getVideo(video.getId(), null);
    } catch (ApiException refused) {
      var missing = client.getObjectMapper().readValue(refused.getResponseBody(), Error.class);
      System.out.println("then " + missing.getError().getCode());
    }
  }
}
