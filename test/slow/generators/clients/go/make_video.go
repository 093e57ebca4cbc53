// Makes a video and deletes it, with the Go client of openapi-generator.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	presenter "example.com/makevideo/generated"
)

func main() {
	configuration := presenter.NewConfiguration()
	configuration.Servers = presenter.ServerConfigurations{{URL: os.Getenv("PRESENTER_API_URL")}}
	videos := presenter.NewAPIClient(configuration).VideosAPI
	ctx := context.WithValue(context.Background(), presenter.ContextAccessToken, os.Getenv("PRESENTER_API_KEY"))

	request := presenter.NewCreateVideo("Hello there.")
	request.SetPresenterId("maya")
	video, _, err := videos.CreateVideo(ctx).CreateVideo(*request).Execute()
	for err == nil && video.Status != "ready" && video.Status != "failed" {
		time.Sleep(250 * time.Millisecond)
		video, _, err = videos.GetVideo(ctx, video.Id).Execute()
	}
	stopOn(err)
	fmt.Println(video.Status, video.Options.Resolution)

	page, _, err := videos.ListVideos(ctx).Limit(5).Execute()
	stopOn(err)
	for _, listed := range page.Data {
		if listed.Id == video.Id {
			fmt.Println("listed", listed.Status)
		}
	}

	deleted, _, err := videos.DeleteVideo(ctx, video.Id).Execute()
	stopOn(err)
	fmt.Println("deleted", deleted.Id)

	_, _, err = videos.GetVideo(ctx, video.Id).Execute()
	var refused *presenter.GenericOpenAPIError
	if errors.As(err, &refused) {
		missing := refused.Model().(presenter.Error)
		fmt.Println("then", missing.Error.Code)
	}
}

func stopOn(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
